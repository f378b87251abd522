import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { forgive, type Limit } from '../../sessions/throttle/throttle.ts';
import { recoveryCodesLeft, takeRecoveryCode } from '../recovery-codes/recovery-codes.ts';
import { verifyTotp } from './verify-totp.ts';

/** Five codes per 15 minutes: guessing six digits then takes longer than the account will exist. */
export const otpLimit = (user_id: string): Limit => ({ key: `otp:${user_id}`, hits: 5, window_seconds: 900 });

/** Consumes a code of the app or a recovery code, in the caller's transaction. Null if it is neither. */
export async function takeOtp(
  ctx: VaultCtx,
  sql: Db,
  user_id: string,
  text: string,
): Promise<'totp' | 'recovery_code' | null> {
  const code = text.replace(/\s/g, '');
  if (/^\d{6}$/.test(code)) {
    if (!(await verifyTotp(ctx, sql, user_id, code))) return null;
    await forgive(within(ctx, sql), otpLimit(user_id).key);
    return 'totp';
  }
  if (!(await takeRecoveryCode(ctx, sql, user_id, code))) return null;
  await forgive(within(ctx, sql), otpLimit(user_id).key);
  await queueMail(sql, 'recovery_code_used', { user_id });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('notice.recovery_code'),
    content: message('notice.recovery_code_text', { left: await recoveryCodesLeft(sql, user_id) }),
    link: pagePath('/user/security'),
  });
  return 'recovery_code';
}
