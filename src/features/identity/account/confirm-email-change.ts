import type { Input } from '#contracts/call.ts';
import type { confirmEmailChange as contract } from '#contracts/identity/account.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { activateIfReady } from '../auth/activation/activate-if-ready.ts';
import { isOwnToken, readEmailToken, type TokenSeal, tokenSeal } from '../auth/email-tokens/email-token.ts';
import { endEmailChange } from '../auth/email-tokens/end-email-tokens.ts';
import { trustSessionDevice } from '../sessions/devices/trust-device.ts';
import { changeUser } from '../sessions/seals/change-user.ts';
import { notifyOldAddresses } from './notify-old-addresses.ts';

/** Makes the new address the account's, once. Links mailed to the old address stop working. */
export async function confirmEmailChange(
  ctx: Ctx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<undefined> {
  const id = readEmailToken(ctx, body.token, 'change_email');
  if (!id) throw refusal();
  const now = ctx.clock.now();
  try {
    await transaction(ctx.sql, async (sql) => {
      const [change] = await sql<({ user_id: string; email: string } & TokenSeal)[]>`
        select t.user_id, t.email, ${tokenSeal(sql)} from email_tokens t join users u on u.id = t.user_id
        where t.id = ${id} and t.purpose = 'change_email' and t.used_at is null and t.stopped_at is null
          and t.expires_at > ${now} and u.email = t.old_email and u.disabled_at is null for update of t, u`;
      if (!change || !isOwnToken(ctx, change)) throw refusal();
      const { user_id, email } = change;
      await changeUser(ctx, sql, user_id, { email, email_verified_at: now });
      await endEmailChange(sql, { id, user_id, now });
      if (caller.user?.id === user_id) await trustSessionDevice(ctx, sql, caller.user.session_id);
      await appendAudit(sql, { ...by(caller), actor_id: user_id, action: 'auth.email_changed', subject: user_id });
      const [title, content] = [message('notice.email_changed'), message('notice.email_changed_text', { email })];
      await notify(sql, user_id, { type: 'success', title, content, link: pagePath('/user/profile') });
      await notifyOldAddresses(ctx, sql, 'email_changed_note', { user_id, token_id: id });
      await activateIfReady(ctx, sql, user_id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_confirmed_email')) throw refusal();
    throw error;
  }
}

const refusal = () => invalidField('token', message('account.link_dead'));
