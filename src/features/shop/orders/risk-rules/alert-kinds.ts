import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const manyRevealsAlert: AlertKind<{ count: number; minutes: number }> = {
  name: 'velocity.many_reveals',
  sentence: ({ details: { count, minutes } }) => message('alert.many_reveals', { count, minutes }),
};

export const revealAfterFailedLoginsAlert: AlertKind<{ count: number; device_id: string }> = {
  name: 'velocity.reveal_after_failed_logins',
  sentence: ({ details: { count } }) => message('alert.reveal_after_failed_logins', { count }),
};

export const spentAtSignUpAlert: AlertKind<{ topped_up_cents: number; left_cents: number; minutes: number }> = {
  name: 'velocity.spent_at_sign_up',
  sentence: ({ details: { topped_up_cents, minutes } }) =>
    message('alert.spent_at_sign_up', { amount: { cents: topped_up_cents }, minutes }),
};
