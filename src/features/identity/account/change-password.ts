import type { Input } from '#contracts/call.ts';
import type { changePassword as contract } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { setPassword } from '../auth/passwords/set-password.ts';
import { hashPassword, verifyPassword } from '../factors/passwords/password.ts';
import { passwordWeakness } from '../factors/passwords/password-weakness.ts';
import { throttle } from '../sessions/throttle/throttle.ts';

/** Changes the password and ends every other session. */
export async function changePassword(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
  const { id, session_id } = actor.user;
  await throttle(ctx, [{ key: `password:${id}`, hits: 10, window_seconds: 900 }], 'current_password');
  const [user] = await ctx.sql<{ password_hash: string; username: string; email: string; display_name: string }[]>`
    select password_hash, username, email, display_name from users where id = ${id}`;
  if (!user || !(await verifyPassword(body.current_password, user.password_hash))) {
    throw invalidField('current_password', message('auth.password_not_current'));
  }
  const weakness = await passwordWeakness(ctx, body.password, user);
  if (weakness) throw invalidField('password', weakness);
  const password_hash = await hashPassword(body.password);
  await transaction(ctx.sql, async (sql) => {
    // Only if the verified password is still current: one set by a mailed link in the meantime wins.
    const holds = await sql`
      select from users where id = ${id} and password_hash = ${user.password_hash} for no key update`;
    if (holds.length === 0) throw invalidField('current_password', message('auth.password_not_current'));
    await setPassword(ctx, sql, { user_id: id, password_hash, keep_session_id: session_id });
    await appendAudit(sql, { ...by(actor), action: 'auth.password_changed', subject: id });
  });
}
