import type { Reply } from '#contracts/call.ts';
import type { getConfirmation as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { factorsOf, secondFactorsOf } from '../recovery-codes/second-factors.ts';
import { FRESH_MS, isFresh, needsDeviceCode, readSessionTrust, takesPasskey } from './session-trust.ts';

/** Which factors can confirm the user, until when the last confirmation counts, and whether the device needs one. */
export async function getConfirmation(ctx: Ctx, { user }: Actor): Promise<Reply<typeof contract>> {
  const factors = factorsOf(await secondFactorsOf(ctx.sql, user.id));
  const session = await readSessionTrust(ctx, ctx.sql, user.session_id);
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  const until = isFresh(ctx, session) ? Date.parse(session.confirmed_at ?? '') + FRESH_MS : null;
  const [code] = await ctx.sql<{ expires_at: string }[]>`
    select c.expires_at from device_codes c join sessions s on s.device_id = c.device_id
    where s.id = ${user.session_id} and c.expires_at > ${ctx.clock.now()} and c.tries < 5`;
  return {
    data: {
      factors: takesPasskey(ctx, session) ? ['passkey'] : factors,
      fresh_until: until === null ? null : new Date(until).toISOString(),
      needs_device_code: needsDeviceCode(session),
      device_code_expires_at: code?.expires_at ?? null,
    },
  };
}
