import type { Input, Reply } from '#contracts/call.ts';
import type { signInByPasskey as contract } from '#contracts/identity/auth.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { takeChallenge } from '../factors/passkeys/challenge.ts';
import { verifyPasskey } from '../factors/passkeys/verify-passkey.ts';
import { openSession } from '../sessions/open-session.ts';
import { giveBack, throttle } from '../sessions/throttle/throttle.ts';

/** Signs in with a passkey, which counts as two factors: no password or code is required. */
export async function signInByPasskey(
  ctx: Ctx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const network = networkOf(caller.client.address);
  const from = { key: `passkey:from:${network}`, hits: 100, window_seconds: 900 };
  await throttle(ctx, [from], 'passkey');
  const { challenge } = await takeChallenge(ctx, body.challenge_id, { purpose: 'sign_in', user_id: null });
  return transaction(ctx.sql, async (sql) => {
    const { user_id } = await verifyPasskey(ctx, sql, body.response, { challenge, user_id: null });
    await giveBack(within(ctx, sql), from.key);
    return openSession(ctx, sql, caller, { user_id, confirmed_by: 'passkey', device: body.device });
  });
}
