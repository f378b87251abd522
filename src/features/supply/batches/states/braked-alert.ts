import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const brakedAlert: AlertKind<{ name: string; unusable: number; total: number }> = {
  name: 'stock.braked',
  severity: 'critical',
  sentence: ({ details: { name, unusable, total } }) => message('alert.stock_braked', { name, unusable, total }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};
