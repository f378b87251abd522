import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const heldForReviewAlert: AlertKind<{ payment_id: string }> = {
  name: 'payment.held_for_review',
  sentence: () => message('alert.held_for_review'),
  link: ({ subject }) => pagePath('/admin/payments/:id', { id: subject }),
};

export const senderListedAlert: AlertKind<{ payment_id: string }> = {
  name: 'payment.sender_listed',
  sentence: () => message('alert.sender_listed'),
  link: ({ subject }) => pagePath('/admin/payments/:id', { id: subject }),
};
