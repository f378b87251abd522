import type { Db } from '#platform/db/client.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { type Rated, rateOf } from '../samples/rated.ts';
import { rateJumpAlert } from './rate-jump-alert.ts';

/** Ends the pause: the rate came back, or people accepted it. */
export async function endJump(sql: Db, now: Date, of: Rated): Promise<void> {
  const { count } = await sql`update rate_jumps set ended_at = ${now} 
    where ${of.coin === null ? sql`currency = ${of.currency}` : sql`coin = ${of.coin}`} and ended_at is null`;
  if (count > 0) await endAlert(sql, now, { kind: rateJumpAlert, subject: rateOf(of) });
}
