import type { Db } from '#platform/db/client.ts';
import { TOP_UP_WINDOW_MS } from '../../customers/tiers/read-limits-used.ts';

/**
 * What one account gets in 30 days from senders that the chain doesn't show, before a person looks: the sum up to which the EU
 * lets money pass without an identity (lawful line, L9). It takes a list: without one no sender is looked at.
 */
export const UNKNOWN_SENDER_CENTS = 150_00;

/** Whether a deposit of these cents is too much from unknown senders, with what they sent in the last 30 days. */
export async function exceedsUnknown(
  sql: Db,
  now: Date,
  { id, user_id }: { id: string; user_id: string },
  cents: number,
): Promise<boolean> {
  const since = new Date(now.getTime() - TOP_UP_WINDOW_MS);
  const [unknown] = await sql<{ cents: number; own: boolean }[]>`
    select coalesce(sum(credited_cents), 0)::bigint as cents,
      coalesce(bool_or(id = ${id} and screening = 'unknown'), false) as own
    from deposits d
    where user_id = ${user_id} and screening = 'unknown' and (id = ${id} or credited_at > ${since})
      and not exists (select from hold_decisions h where h.deposit_id = d.id and h.decision = 'release')`;
  return unknown!.own && unknown!.cents + cents > UNKNOWN_SENDER_CENTS;
}
