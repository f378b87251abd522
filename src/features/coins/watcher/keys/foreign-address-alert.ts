import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { AlertKind } from '../../../feature.ts';

export const foreignAddressAlert: AlertKind<{ coin: Coin; index: number }> = {
  name: 'chain.foreign_address',
  severity: 'critical',
  sentence: ({ details: { coin, index } }) => message('alert.foreign_address', { coin, index }),
  link: () => pagePath('/admin/chains'),
};
