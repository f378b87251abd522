import type { login as contract } from '#contracts/auth.ts';
import type { Input, Reply } from '#contracts/call.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { by, type Ctx, type Visitor } from '../ctx.ts';
import { verifyPassword } from './password.ts';
import { absoluteMs, hashToken, newToken } from './session-token.ts';
import { forgive, keyOfText, throttle } from './throttle.ts';

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
  const [named, network] = [keyOfText(ctx, name), networkOf(address)];
  const own = { key: `login:${named}:${network}`, hits: 5, window_seconds };
  await throttle(
    ctx,
    [
      own,
      { key: `login:from:${network}`, hits: 100, window_seconds },
      { key: `login:of:${named}`, hits: 100, window_seconds },
    ],
    'username',
  );
  const [user] = await ctx.sql<{ id: string; password_hash: string; disabled: boolean }[]>`
    select id, password_hash, disabled_at is not null as disabled from users
    where username = ${name} or (email = ${name} and email_verified_at is not null)`;
  const right = await verifyPassword(body.password, user?.password_hash ?? null);
  if (!user || !right || user.disabled) {
    if (user) await appendAudit(ctx.sql, { actor_id: user.id, action: 'auth.login_failed', subject: user.id, address });
    throw wrong();
  }
  await forgive(ctx, own.key);
  const token = newToken();
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    // Only while the password that was checked still holds: a change of it at this moment ends this session too.
    const [session] = await sql<{ id: string }[]>`
      insert into sessions (user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at)
      select id, ${hashToken(token)}, ${user_agent.slice(0, 400)}, ${address}, ${now}, ${now}, ${new Date(now.getTime() + absoluteMs)}
      from users where id = ${user.id} and password_hash = ${user.password_hash} and disabled_at is null for share
      returning id`;
    if (!session) throw wrong();
    await appendAudit(sql, { ...by(caller), actor_id: user.id, action: 'auth.login', subject: session.id });
  });
  return { access_token: token, token_type: 'bearer', expires_in: absoluteMs / 1000 };
}

const wrong = () => invalidField('username', 'Username or password is wrong.');
