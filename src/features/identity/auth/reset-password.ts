import type { Input } from '#contracts/call.ts';
import type { resetPassword as contract } from '#contracts/identity/auth.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { hashPassword } from '../factors/passwords/password.ts';
import { passwordWeakness } from '../factors/passwords/password-weakness.ts';
import { checkSeals, type Seal } from '../sessions/seals/check-seals.ts';
import { throttle } from '../sessions/throttle/throttle.ts';
import { isOwnToken, readEmailToken, type TokenSeal, tokenSeal } from './email-tokens/email-token.ts';
import { setPassword } from './passwords/set-password.ts';
import { liftLoginLimits } from './sign-in/login-limits.ts';

/** Sets a new password with a mailed token, once and within an hour. Ends every session; second factors stay. */
export async function resetPassword(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const network = networkOf(caller.client.address);
  await throttle(
    ctx,
    [{ key: `reset:${network}`, hits: ctx.config.demo ? 1_000 : 30, window_seconds: HOUR_S }],
    'token',
  );
  const id = readEmailToken(ctx, body.token, 'reset_password');
  const known = id && (await findToken(ctx, ctx.sql, id));
  if (!id || !known) throw refusal();
  const weakness = await passwordWeakness(ctx, body.password, known);
  if (weakness) throw invalidField('password', weakness);
  const password_hash = await hashPassword(body.password);
  await transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${known.user_id} for no key update`;
    // Read again under the lock: the second of two concurrent requests finds the token used.
    if (!(await findToken(ctx, sql, id))) throw refusal();
    await setPassword(ctx, sql, { user_id: known.user_id, password_hash, keep_session_id: null });
    await liftLoginLimits(within(ctx, sql), known.user_id);
    await appendAudit(sql, {
      ...by(caller),
      actor_id: known.user_id,
      action: 'auth.password_reset',
      subject: known.user_id,
    });
  });
}

interface Known extends TokenSeal, Omit<Seal, 'table' | 'id'> {
  user_id: string;
  username: string;
  email: string;
  display_name: string;
}

async function findToken(ctx: Ctx, sql: Db, id: string) {
  const [token] = await sql<Known[]>`
    select t.user_id, u.username, u.email, u.display_name, ${tokenSeal(sql)},
      sealed_facts(u) as facts, u.mac
    from email_tokens t join users u on u.id = t.user_id
    where t.id = ${id} and t.purpose = 'reset_password' and t.used_at is null and t.expires_at > ${ctx.clock.now()}
      and u.email = t.email and u.email_verified_at is not null and u.disabled_at is null`;
  const isOwn = token && isOwnToken(ctx, token) && checkSeals(ctx, { ...token, table: 'users', id: token.user_id });
  return isOwn ? token : undefined;
}

const refusal = () => invalidField('token', message('account.link_dead'));
