import type { Reply } from '#contracts/call.ts';
import type { renewRecoveryCodes as contract } from '#contracts/factors.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { say } from '#words/say.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { secondFactorsOf } from '../second-factors.ts';
import { tellOfFactor } from '../tell-of-factor.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** Ten new recovery codes; the old ones open nothing any more. */
export async function renewRecoveryCodes(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${id} for no key update`;
    const { totp, passkey } = await secondFactorsOf(sql, id);
    if (!totp && !passkey) throw new AppError('conflict', say('totp.none_yet'));
    const recovery_codes = await replaceRecoveryCodes(ctx, sql, id);
    await appendAudit(sql, { ...by(actor), action: 'auth.recovery_codes_renewed', subject: id });
    await tellOfFactor(sql, id, 'recovery_codes_renewed');
    return { data: { recovery_codes } };
  });
}
