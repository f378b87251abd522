import type { login as contract } from '#contracts/auth.ts';
import type { Input, Reply } from '#contracts/call.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../ctx.ts';
import { verifyPassword } from './password.ts';
import { absoluteMs, hashToken, newToken } from './session-token.ts';
import { forgive, throttle } from './throttle.ts';

const window_seconds = 15 * 60;

/**
 * Exchanges username (or e-mail) and password for a bearer token. Throttled per account from one address, per account
 * from anywhere, and per address, so that nobody can lock a victim out from where the victim signs in.
 */
export async function login(
  ctx: Ctx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const name = body.username.toLowerCase();
  const { address, user_agent } = caller.client;
  const own = { key: `login:${name}:${address}`, hits: 5, window_seconds };
  await throttle(
    ctx,
    [
      own,
      { key: `login:from:${address}`, hits: 100, window_seconds },
      { key: `login:of:${name}`, hits: 100, window_seconds },
    ],
    'username',
  );
  const [user] = await ctx.sql<{ id: string; password_hash: string; disabled: boolean }[]>`
    select id, password_hash, disabled_at is not null as disabled from users
    where username = ${name} or (email = ${name} and email_verified_at is not null)`;
  const right = await verifyPassword(body.password, user?.password_hash ?? null);
  if (!user || !right || user.disabled) {
    if (user) await appendAudit(ctx.sql, { actor_id: user.id, action: 'auth.login_failed', subject: user.id, address });
    const message = 'Username or password is wrong.';
    throw new AppError('invalid', message, { username: [message] });
  }
  await forgive(ctx, own.key);
  const token = newToken();
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const [session] = await sql<{ id: string }[]>`
      insert into sessions (user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at)
      values (${user.id}, ${hashToken(token)}, ${user_agent.slice(0, 400)}, ${address}, ${now}, ${now}, ${new Date(now.getTime() + absoluteMs)})
      returning id`;
    await appendAudit(sql, { ...by(caller), actor_id: user.id, action: 'auth.login', subject: session!.id });
  });
  return { access_token: token, token_type: 'bearer', expires_in: absoluteMs / 1000 };
}
