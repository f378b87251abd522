import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { TOP_UP_WINDOW_MS } from '../../../customers/tiers/read-limits-used.ts';
import { lastDecisions } from './record-decision.ts';

/**
 * What one account gets in 30 days from senders that the chain doesn't show, before a person looks: the sum up to which the EU
 * lets money pass without an identity (lawful line, L9). It takes a list: without one no sender is looked at.
 */
export const UNKNOWN_SENDER_CENTS = 150_00;

/** Whether a deposit of these cents is too much from unknown senders, with what they sent in the last 30 days. */
export async function exceedsUnknown(
  ctx: Ctx,
  sql: Db,
  { id, user_id }: { id: string; user_id: string },
  cents: number,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - TOP_UP_WINDOW_MS);
  const unknown = await sql<{ id: string; cents: number; listed: boolean }[]>`
    select id, credited_cents as cents, screening = 'unknown' as listed from deposits
    where user_id = ${user_id} and senders = '{}' and (id = ${id} or credited_at > ${since})`;
  const decisions = await lastDecisions(
    ctx,
    sql,
    unknown.map((deposit) => deposit.id),
  );
  const counted = unknown.filter((deposit) => decisions.get(deposit.id) !== 'release');
  const before = counted.reduce((sum, deposit) => sum + deposit.cents, 0);
  return counted.some((deposit) => deposit.id === id && deposit.listed) && before + cents > UNKNOWN_SENDER_CENTS;
}
