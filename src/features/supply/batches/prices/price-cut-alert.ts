import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const priceCutAlert: AlertKind<{ name: string; percent: number }> = {
  name: 'stock.price_cut',
  severity: 'info',
  sentence: ({ details: { name, percent } }) => message('alert.price_cut', { name, percent }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};
