import type { stopEmailChange as contract } from '#contracts/account.ts';
import type { Input } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { readEmailToken } from '../auth/email-tokens/email-token.ts';
import { by, type Ctx, type Visitor } from '../ctx.ts';
import { forgetSessions } from '../sessions/forget-sessions.ts';

/** Longer than the link to the new address is valid: the owner may read the note a day late. */
const STOPPABLE_MS = 3 * 86_400_000;

interface Change {
  user_id: string;
  email: string;
  old_email: string;
  done: boolean;
}

/**
 * Lets the old address stop a change, once: a pending change is cancelled, a confirmed one is reverted. Every session
 * ends either way, because the person who requested the change was signed in.
 */
export async function stopEmailChange(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const id = readEmailToken(ctx, body.token, 'stop_email_change');
  if (!id) throw refusal();
  const now = ctx.clock.now();
  try {
    await transaction(ctx.sql, async (sql) => {
      const [change] = await sql<Change[]>`
        select t.user_id, t.email, t.old_email, t.used_at is not null as done
        from email_tokens t join users u on u.id = t.user_id
        where t.id = ${id} and t.purpose = 'change_email' and t.stopped_at is null and u.erased_at is null
          and t.created_at > ${new Date(now.getTime() - STOPPABLE_MS)} and u.email = case when t.used_at is null then t.old_email else t.email end
        for update of t, u`;
      if (!change) throw refusal();
      await sql`update email_tokens set stopped_at = ${now} where id = ${id}`;
      if (change.done) {
        await sql`update users set email = ${change.old_email}, email_verified_at = ${now} where id = ${change.user_id}`;
        await sql`update email_tokens set used_at = ${now} where user_id = ${change.user_id} and used_at is null`;
      }
      await sql`delete from sessions where user_id = ${change.user_id}`;
      const details = { taken_back: change.done };
      const subject = change.user_id;
      await appendAudit(sql, {
        ...by(caller),
        actor_id: subject,
        action: 'auth.email_change_stopped',
        subject,
        details,
      });
      forgetSessions(ctx, sql, subject);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_confirmed_email')) throw refusal();
    throw error;
  }
}

const refusal = () => invalidField('token', message('account.link_dead'));
