import type { StepUp } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { deviceUnconfirmed, refuseUntrusted, stepUpRequired } from './require-trusted-device.ts';
import { isFresh, needsDeviceCode, readSessionTrust } from './session-trust.ts';

/**
 * Throws if a call requires a fresh factor and this session has none: one given in the last ten minutes, and not just
 * the password if the account has a second factor. Where it has none, a mailed code must have confirmed the device:
 * whoever stole the password could otherwise move the address, add a factor and be trusted, or lock the owner out.
 */
export async function requireFreshFactor(ctx: Ctx, { user }: Visitor, when: StepUp): Promise<void> {
  if (!user) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  const session = await readSessionTrust(ctx, ctx.sql, user.session_id);
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  if (when === 'new_device') return refuseUntrusted(ctx, session);
  if (needsDeviceCode(session)) throw deviceUnconfirmed();
  if (when === 'beside_password' && !session.second_factor) return;
  if (!isFresh(ctx, session)) throw stepUpRequired();
}
