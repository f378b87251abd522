import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';

/** Lets an active admin pass who holds the duty; where none is named, any who doesn't sign in for a seller. */
export function requireDuty(
  { user: { role, roles } }: Actor,
  duty?: 'importer' | 'approver' | 'payouts' | 'publisher',
): void {
  if (roles.includes('inactive')) throw new AppError('forbidden', message('auth.inactive'));
  if (roles.includes('unprotected')) throw new AppError('forbidden', message('auth.unprotected'));
  if (roles.includes('unconfirmed')) throw new AppError('forbidden', message('auth.passkey_first'));
  if (role === 'admin' && (duty ? roles.includes(duty) : !roles.includes('seller'))) return;
  throw new AppError('forbidden', message(duty ? `auth.duty.${duty}` : 'error.forbidden'));
}
