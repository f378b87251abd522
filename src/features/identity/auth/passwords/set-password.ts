import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { closeSessions } from '../../sessions/close-sessions.ts';
import { changeUser } from '../../sessions/seals/change-user.ts';

interface NewPassword {
  user_id: string;
  password_hash: string;
  /** The session that may stay; null ends all of them. */
  keep_session_id: string | null;
}

/**
 * Sets a password in the caller's transaction, ends the other sessions and open reset links, and notifies the owner.
 * The update comes first: it locks the user's row, so that two changes can't overlap.
 */
export async function setPassword(
  ctx: Ctx,
  sql: Db,
  { user_id, password_hash, keep_session_id }: NewPassword,
): Promise<void> {
  await changeUser(ctx, sql, user_id, { password_hash });
  await closeSessions(ctx, sql, { user_id, keep_session_id });
  await sql`
    update email_tokens set used_at = ${ctx.clock.now()}
    where user_id = ${user_id} and purpose = 'reset_password' and used_at is null`;
  await queueMail(sql, 'password_changed', { user_id });
  const [title, content] = [message('notice.password_changed'), message('notice.not_you')];
  await notify(sql, user_id, { type: 'info', title, content, link: pagePath('/user/sessions') });
}
