import type { Input, Reply } from '#contracts/call.ts';
import type { confirmTwoFactor as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { forgive, throttle } from '../../sessions/throttle/throttle.ts';
import { markConfirmed } from '../change/mark-confirmed.ts';
import { notifyFactorChange } from '../change/notify-factor-change.ts';
import { replaceRecoveryCodes } from '../recovery-codes/recovery-codes.ts';
import { otpLimit } from './take-otp.ts';
import { verifyTotp } from './verify-totp.ts';

/** Enables the authenticator app with its first code and issues recovery codes, which are shown only this once. */
export async function confirmTwoFactor(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  await throttle(ctx, [otpLimit(id)], 'otp');
  return transaction(ctx.sql, async (sql) => {
    const [row] = await sql<{ on: boolean }[]>`
      select confirmed_at is not null as on from totp_secrets where user_id = ${id} for update`;
    if (!row || row.on) throw new AppError('conflict', message('totp.nothing_to_confirm'));
    if (!(await verifyTotp(ctx, sql, id, body.otp.replace(/\s/g, ''), false)))
      throw invalidField('otp', message('totp.wrong_first'));
    await sql`update totp_secrets set confirmed_at = ${ctx.clock.now()} where user_id = ${id}`;
    const recovery_codes = await replaceRecoveryCodes(ctx, sql, id);
    await forgive(within(ctx, sql), otpLimit(id).key);
    await markConfirmed(ctx, sql, actor, 'totp');
    await appendAudit(sql, { ...by(actor), action: 'auth.totp_on', subject: id });
    await notifyFactorChange(sql, id, 'totp_on');
    return { data: { recovery_codes } };
  });
}
