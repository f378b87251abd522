import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../ctx.ts';

/** Stock is an admin's work, and each half of it a duty of its own. */
export function requireDuty(actor: Actor, duty: 'importer' | 'approver'): void {
  const { role, roles } = actor.user;
  if (role !== 'admin' || !roles.includes(duty)) throw new AppError('forbidden', message(`auth.duty.${duty}`));
}
