import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';

/** Nothing is bought until the buyer has accepted the terms in force. */
export const termsPending = () =>
  new AppError('conflict', message('legal.accept_first')).marked({ reason: 'terms_changed' });
