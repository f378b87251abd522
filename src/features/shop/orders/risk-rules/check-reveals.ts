import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { reportRisk } from '../../../oversight/alerts/report-risk.ts';
import { manyRevealsAlert, revealAfterFailedLoginsAlert } from './alert-kinds.ts';

/** This many reveals within this time, of one card or several, suggest that a stolen account is being emptied. */
export const MANY_REVEALS = 10;
export const REVEALS_WITHIN_MS = 10 * MINUTE_MS;
/** This many failed sign-ins in the day before a device first appeared suggest a guessed password. */
export const FAILED_LOGINS = 5;
export const FAILED_WITHIN_MS = DAY_MS;
/** How long a device counts as new after its first sign-in. */
export const NEW_DEVICE_MS = DAY_MS;

/** Call in a reveal's transaction, after its audit entry. */
export async function checkReveals(ctx: Ctx, sql: Db, actor: Actor): Promise<void> {
  const { id, session_id } = actor.user;
  // Serialises reveals: concurrent ones wouldn't count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reveals ${id}`}, 0))`;
  const now = ctx.clock.now();
  const window = new Date(now.getTime() - REVEALS_WITHIN_MS);
  const [[reveals], [login]] = await Promise.all([
    sql<{ count: number }[]>`
      select count(*) from (
        select from audit_entries
        where actor_id = ${id} and action = 'card.revealed' and at > ${window} limit ${MANY_REVEALS}
      ) latest`,
    sql<{ device_id: string; first_used_at: string; failed: number }[]>`
      select d.id as device_id, d.created_at as first_used_at, (
        select count(*) from audit_entries
        where actor_id = ${id} and action in ('auth.login_failed', 'auth.otp_failed')
          and at between d.created_at - ${FAILED_WITHIN_MS / 1000} * interval '1 second' and d.created_at) as failed
      from sessions s join devices d on d.id = s.device_id
      where s.id = ${session_id} and d.created_at > ${new Date(now.getTime() - NEW_DEVICE_MS)}`,
  ]);
  const person = { subject: id, user_ids: [id] };
  if (reveals!.count >= MANY_REVEALS) {
    const details = { count: reveals!.count, minutes: REVEALS_WITHIN_MS / MINUTE_MS };
    await reportRisk(sql, now, { kind: manyRevealsAlert, ...person, details, since: window });
  }
  if (login && login.failed >= FAILED_LOGINS) {
    const details = { count: login.failed, device_id: login.device_id };
    const since = new Date(login.first_used_at);
    await reportRisk(sql, now, { kind: revealAfterFailedLoginsAlert, ...person, details, since });
  }
}
