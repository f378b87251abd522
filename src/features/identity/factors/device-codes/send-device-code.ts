import type { Reply } from '#contracts/call.ts';
import type { sendDeviceCode as contract } from '#contracts/identity/factors.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { throttle } from '../../sessions/throttle/throttle.ts';
import { needsDeviceCode, readSessionTrust } from '../step-up/session-trust.ts';
import { DEVICE_CODE_MS } from './device-code.ts';

/** Mails a code that confirms this session's device. The one before it stops working. */
export async function sendDeviceCode(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id: user_id, session_id } = actor.user;
  const session = await readSessionTrust(ctx, ctx.sql, session_id);
  if (!session || !needsDeviceCode(session)) throw new AppError('conflict', message('device_code.not_needed'));
  // With five tries for each, a code of eight digits is not found by guessing.
  const limits = [
    { key: `device-code:${session_id}`, hits: 5, window_seconds: HOUR_S },
    { key: `device-code:${user_id}`, hits: 10, window_seconds: HOUR_S },
  ];
  await throttle(ctx, limits, 'code');
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    await sql`delete from device_codes c using sessions s where s.id = ${session_id} and c.device_id = s.device_id`;
    const [code] = await sql<{ id: string; expires_at: string }[]>`
      insert into device_codes (device_id, created_at, expires_at)
      select device_id, ${now}, ${new Date(now.getTime() + DEVICE_CODE_MS)} from sessions where id = ${session_id}
      returning id, expires_at`;
    if (!code) throw new AppError('unauthenticated', message('auth.sign_in_first'));
    await queueMail(sql, 'device_code', { code_id: code.id });
    await appendAudit(sql, { ...by(actor), action: 'auth.device_code_sent', subject: session_id ?? '' });
    return { data: { expires_at: code.expires_at } };
  });
}
