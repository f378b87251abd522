import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const unsoldCardAlert: AlertKind<{ order_id: string; line_id: string; flaw: string }> = {
  name: 'order.unsold_card',
  severity: 'critical',
  sentence: ({ details: { flaw } }) => message('alert.unsold_card', { flaw }),
  link: ({ details: { order_id } }) => pagePath('/admin/orders/:id', { id: order_id }),
};
