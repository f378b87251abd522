import type { Input } from '#contracts/call.ts';
import type { changeEmail as contract } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { createEmailToken } from '../auth/email-tokens/email-token.ts';
import { expireEmailChanges } from '../auth/email-tokens/end-email-tokens.ts';
import { mailLimit } from '../auth/email-tokens/mail-limit.ts';
import { takeAttempt } from '../sessions/throttle/throttle.ts';
import { notifyOldAddresses } from './notify-old-addresses.ts';

/**
 * Mails a link that confirms the new address, and a note that lets the old ones stop the change. The reply doesn't
 * reveal whether the new address is already taken.
 */
export async function changeEmail(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
  const { id } = actor.user;
  const mayMail = (await takeAttempt(ctx, mailLimit(ctx, body.email))) === 0;
  await transaction(ctx.sql, async (sql) => {
    const [user] = await sql<{ email: string; verified: boolean }[]>`
      select email, email_verified_at is not null as verified from users where id = ${id} for no key update`;
    if (!user) throw new Error(`user ${id} is gone`);
    if (user.email === body.email && user.verified) throw invalidField('email', message('account.email_same'));
    // Only the newest change can be confirmed; the note about an earlier one still stops whatever followed it.
    await expireEmailChanges(sql, id, ctx.clock.now());
    const token_id = await createEmailToken(ctx, sql, {
      user_id: id,
      purpose: 'change_email',
      email: body.email,
      old_email: user.email,
      old_email_confirmed: user.verified,
    });
    if (mayMail) await queueMail(sql, 'change_email', { token_id });
    await notifyOldAddresses(ctx, sql, 'email_change_note', { user_id: id, token_id });
    await appendAudit(sql, { ...by(actor), action: 'auth.email_change_asked', subject: id });
  });
}
