import { timingSafeEqual } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { confirmDevice as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { trustSessionDevice } from '../../sessions/devices/trust-device.ts';
import { renewToken } from '../step-up/renew-token.ts';
import { deviceCode } from './device-code.ts';

/** Trusts this session's device once its mailed code is given: five tries, 15 minutes. The session gets a new token. */
export async function confirmDevice(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { session_id } = actor.user;
  const now = ctx.clock.now();
  // Counted before it is compared, and outside the transaction: a wrong one must not come back by a rollback.
  const [code] = await ctx.sql<{ id: string; device_id: string }[]>`
    update device_codes c set tries = c.tries + 1 from sessions s
    where s.id = ${session_id} and c.device_id = s.device_id and c.expires_at > ${now} and c.tries < 5
    returning c.id, c.device_id`;
  if (!code) throw invalidField('code', message('device_code.dead'));
  if (!isSame(body.code.replace(/[\s-]/g, ''), deviceCode(ctx, code))) {
    await appendAudit(ctx.sql, { ...by(actor), action: 'auth.device_code_failed', subject: session_id ?? '' });
    throw invalidField('code', message('device_code.wrong'));
  }
  return transaction(ctx.sql, async (sql) => {
    const used = await sql`delete from device_codes where id = ${code.id} returning id`;
    if (used.length === 0) throw invalidField('code', message('device_code.dead'));
    await trustSessionDevice(ctx, sql, session_id);
    await appendAudit(sql, { ...by(actor), action: 'auth.device_confirmed', subject: session_id ?? '' });
    return renewToken(ctx, sql, actor);
  });
}

function isSame(given: string, code: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
