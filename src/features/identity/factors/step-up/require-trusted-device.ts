import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { isFresh, needsDeviceCode, readSessionTrust, type SessionTrust } from './session-trust.ts';

/**
 * Throws unless the session's device is trusted: by a second factor or, where the account has none, by a mailed code.
 */
export async function requireTrustedDevice(ctx: Ctx, sql: Db, { user }: Actor): Promise<void> {
  refuseUntrusted(ctx, await readSessionTrust(ctx, sql, user.session_id));
}

/** The same for a session that has been read. */
export function refuseUntrusted(ctx: Ctx, session: SessionTrust | undefined): void {
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  if (session.trusted) return;
  if (needsDeviceCode(session)) throw deviceUnconfirmed();
  if (!isFresh(ctx, session)) throw stepUpRequired();
}

export const stepUpRequired = () =>
  new AppError('forbidden', message('auth.step_up')).marked({ reason: 'step_up_required' });

export const deviceUnconfirmed = () =>
  new AppError('forbidden', message('auth.device_unconfirmed')).marked({ reason: 'device_confirmation_required' });
