import { randomBytes } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { stopEmailChange as contract } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { isOwnToken, readEmailToken, type TokenSeal, tokenSeal } from '../auth/email-tokens/email-token.ts';
import { stopEmailChanges, useUpLinks } from '../auth/email-tokens/end-email-tokens.ts';
import { hashPassword } from '../factors/passwords/password.ts';
import { closeSessions } from '../sessions/close-sessions.ts';
import { distrustDevices } from '../sessions/devices/trust-device.ts';
import { changeUser } from '../sessions/seals/change-user.ts';
import { STOPPABLE_MS } from './notify-old-addresses.ts';

interface Change extends TokenSeal {
  user_id: string;
  old_email: string;
}

/**
 * Lets an old address stop a change, once, and with it every later one: pending ones are cancelled, confirmed ones
 * reverted to the address that this link was mailed to. Every session ends either way, because the person who requested
 * the change was signed in.
 */
export async function stopEmailChange(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const id = readEmailToken(ctx, body.token, 'stop_email_change');
  if (!id) throw refusal();
  const now = ctx.clock.now();
  const no_password = await hashPassword(randomBytes(32).toString('base64url'));
  try {
    await transaction(ctx.sql, async (sql) => {
      const [change] = await sql<Change[]>`
        select t.user_id, t.old_email, ${tokenSeal(sql)} from email_tokens t join users u on u.id = t.user_id
        where t.id = ${id} and t.purpose = 'change_email' and t.stopped_at is null and u.erased_at is null
          and coalesce(t.used_at, t.created_at) > ${new Date(now.getTime() - STOPPABLE_MS)} for update of t, u`;
      if (!change || !isOwnToken(ctx, change)) throw refusal();
      const stopped = await stopEmailChanges(sql, { from_id: id, user_id: change.user_id, now });
      const done = stopped.filter((each) => each.done).length;
      if (done > 0) await bringBack(ctx, sql, change, { now, no_password });
      await closeSessions(ctx, sql, { user_id: change.user_id });
      const details = { taken_back: done > 0, changes: stopped.length };
      const subject = change.user_id;
      await appendAudit(sql, {
        ...by(caller),
        actor_id: subject,
        action: 'auth.email_change_stopped',
        subject,
        details,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_confirmed_email')) throw refusal();
    throw error;
  }
}

/** Whoever confirmed the change knows the password or has a device: neither opens the account any more. */
async function bringBack(
  ctx: Ctx,
  sql: Db,
  { user_id, old_email }: Change,
  { now, no_password }: { now: Date; no_password: string },
): Promise<void> {
  await changeUser(ctx, sql, user_id, { email: old_email, email_verified_at: now, password_hash: no_password });
  await useUpLinks(sql, user_id, now);
  await distrustDevices(sql, user_id);
}

const refusal = () => invalidField('token', message('account.link_dead'));
