import type { Input, Reply } from '#contracts/call.ts';
import type { passkeyLogin as contract } from '#contracts/factors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { openSession } from '../open-session.ts';
import { throttle } from '../throttle.ts';
import { takeChallenge } from './challenge.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Signs in by a passkey, which is two factors in one: no password and no code are asked for. */
export async function signInByPasskey(
  ctx: Ctx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const network = networkOf(caller.client.address);
  await throttle(ctx, [{ key: `passkey:from:${network}`, hits: 100, window_seconds: 900 }], 'passkey');
  const challenge = await takeChallenge(ctx, body.challenge_id, { purpose: 'sign_in', user_id: null });
  return transaction(ctx.sql, async (sql) => {
    const user_id = await verifyPasskey(ctx, sql, body.response, { challenge, user_id: null });
    return openSession(ctx, sql, caller, { user_id, confirmed_by: 'passkey', device: body.device });
  });
}
