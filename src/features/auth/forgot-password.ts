import { randomUUID } from 'node:crypto';
import type { forgotPassword as contract } from '#contracts/auth.ts';
import type { Input } from '#contracts/call.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { by, type Ctx, type Visitor } from '../ctx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeAttempt, throttle } from '../sessions/throttle/throttle.ts';
import { createEmailToken } from './email-tokens/email-token.ts';
import { mailLimit } from './email-tokens/mail-limit.ts';

/**
 * Mails a password-reset link to an account's confirmed address. Reply, work and so timing are the same for an unknown
 * name: it queues a mail whose template finds nothing to send.
 */
export async function forgotPassword(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const name = body.username.toLowerCase();
  const network = networkOf(caller.client.address);
  await throttle(
    ctx,
    [{ key: `forgot:${network}`, hits: ctx.config.demo ? 1_000 : 20, window_seconds: 3600 }],
    'username',
  );
  const mayMail = (await takeAttempt(ctx, mailLimit(ctx, name))) === 0;
  await transaction(ctx.sql, async (sql) => {
    const [user] = await sql<{ id: string; email: string }[]>`
      select id, email from users
      where (username = ${name} or email = ${name}) and email_verified_at is not null and disabled_at is null`;
    const token_id = user
      ? await createEmailToken(ctx, sql, { user_id: user.id, purpose: 'reset_password', email: user.email })
      : randomUUID();
    if (mayMail) await queueMail(sql, 'reset_password', { token_id });
    await appendAudit(sql, { ...by(caller), action: 'auth.password_forgotten', subject: user?.id ?? '' });
  });
}
