import type { Reply } from '#contracts/call.ts';
import type { renewRecoveryCodes as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { notifyFactorChange } from '../change/notify-factor-change.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { secondFactorsOf } from './second-factors.ts';

/** Issues ten new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${id} for no key update`;
    const { totp, passkey } = await secondFactorsOf(sql, id);
    if (!totp && !passkey) throw new AppError('conflict', message('totp.none_yet'));
    const recovery_codes = await replaceRecoveryCodes(ctx, sql, id);
    await appendAudit(sql, { ...by(actor), action: 'auth.recovery_codes_renewed', subject: id });
    await notifyFactorChange(sql, id, 'recovery_codes_renewed');
    return { data: { recovery_codes } };
  });
}
