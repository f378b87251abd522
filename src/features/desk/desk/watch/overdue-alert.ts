import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const overdueAlert: AlertKind<{ number: number }> = {
  name: 'ticket.overdue',
  sentence: ({ details: { number } }) => message('alert.ticket_overdue', { number }),
  link: ({ subject }) => pagePath('/admin/tickets/:id', { id: subject }),
};
