import type { Input } from '#contracts/call.ts';
import type { verifyEmailCode as contract } from '#contracts/identity/auth.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { throttle } from '../../sessions/throttle/throttle.ts';
import { EMAIL_CODE_MS, isEmailCode } from '../email-tokens/email-code.ts';
import { confirmAddress } from './confirm-address.ts';

/** Confirms the address of who is signed in by the code of the latest mail, typed in the page that waits for it: five tries an hour. */
export async function verifyEmailCode(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
  const { id: user_id } = actor.user;
  // Counted before it is compared, and by account: neither another mail nor another session brings tries back.
  await throttle(ctx, [{ key: `verify_email_code:${user_id}`, hits: 5, window_seconds: HOUR_S }], 'code');
  const from = new Date(ctx.clock.now().getTime() - EMAIL_CODE_MS);
  const [token] = await ctx.sql<{ token_id: string; verified: boolean }[]>`
    select t.id as token_id, u.email_verified_at is not null as verified
    from email_tokens t join users u on u.id = t.user_id
    where t.user_id = ${user_id} and t.purpose = 'verify_email' and t.email = u.email and t.created_at > ${from}
    order by t.created_at desc, t.id desc limit 1`;
  if (token?.verified) throw new AppError('conflict', message('auth.confirmed_already'));
  if (!token) throw invalidField('code', message('activation.code_dead'));
  if (!isEmailCode(ctx, body.code, { token_id: token.token_id, user_id }))
    throw invalidField('code', message('device_code.wrong'));
  await confirmAddress(ctx, actor, token.token_id, () => invalidField('code', message('activation.code_dead')));
}
