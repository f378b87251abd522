import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

export const expiresAlert: AlertKind<{ name: string; cards: number; days: number }> = {
  name: 'stock.expires',
  severity: 'info',
  sentence: ({ details: { name, cards, days } }) => message('alert.stock_expires', { name, cards, days }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};

export const lowAlert: AlertKind<{ name: string; cards: number }> = {
  name: 'stock.low',
  severity: 'info',
  sentence: ({ details: { name, cards } }) => message('alert.stock_low', { name, cards }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};

export const stalledAlert: AlertKind<{ name: string; cards: number; days: number }> = {
  name: 'stock.stalled',
  severity: 'info',
  sentence: ({ details: { name, cards, days } }) => message('alert.stock_stalled', { name, cards, days }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};
