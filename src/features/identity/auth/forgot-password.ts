import { randomUUID } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { forgotPassword as contract } from '#contracts/identity/auth.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { checkSeals, type Seal } from '../sessions/seals/check-seals.ts';
import { hashToken } from '../sessions/session/session-token.ts';
import { keyOfText, takeAttempt, throttle } from '../sessions/throttle/throttle.ts';
import { wideNetworkOf } from '../sessions/throttle/wide-network.ts';
import { createEmailToken } from './email-tokens/email-token.ts';

/**
 * Mails a password-reset link to an account's confirmed address. Reply, work and so timing are the same for an unknown
 * name: it queues a mail whose template finds nothing to send.
 */
export async function forgotPassword(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const name = body.username.toLowerCase();
  const network = networkOf(caller.client.address);
  await throttle(
    ctx,
    [{ key: `forgot:${network}`, hits: ctx.config.demo ? 1_000 : 20, window_seconds: HOUR_S }],
    'username',
  );
  const device = body.device === undefined ? null : hashToken(body.device);
  const [found] = await ctx.sql<Account[]>`
    select id, email, sealed_facts(users) as facts, mac,
      exists (select from devices where user_id = users.id and token_hash = ${device}) as known
    from users where (username = ${name} or email = ${name}) and email_verified_at is not null and disabled_at is null`;
  const user = found && checkSeals(ctx, { ...found, table: 'users' }) ? found : undefined;
  const account = user?.id ?? keyOfText(ctx, name);
  const mayMail = await takeMail(ctx, { account, address: caller.client.address, known: user?.known ?? false });
  await transaction(ctx.sql, async (sql) => {
    const token_id = user
      ? await createEmailToken(ctx, sql, { user_id: user.id, purpose: 'reset_password', email: user.email })
      : randomUUID();
    if (mayMail) await queueMail(sql, 'reset_password', { token_id });
    await appendAudit(sql, { ...by(caller), action: 'auth.password_forgotten', subject: user?.id ?? '' });
  });
}

interface Account extends Omit<Seal, 'table'> {
  email: string;
  known: boolean;
}

/**
 * Whether another mail may be sent. Counted by network first, so that a stranger can't use up all of an account's, and
 * two are kept for a device that the account knows.
 */
async function takeMail(
  ctx: Ctx,
  { account, address, known }: { account: string; address: string; known: boolean },
): Promise<boolean> {
  const take = async (key: string, hits: number) =>
    (await takeAttempt(ctx, { key: `reset-mail:${account}:${key}`, hits, window_seconds: HOUR_S })) === 0;
  if (known && (await take('known', 2))) return true;
  return (await take(`from:${wideNetworkOf(address)}`, 3)) && (await take('all', 10));
}
