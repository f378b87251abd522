import type { Db } from '#platform/db/client.ts';

/** SQL for whether something of the payment of a purchase `w` was credited and stands, and nothing of it is on hold. */
export const isCredited = (sql: Db) => sql`(
  exists (select from deposits d where d.payment_id = w.id and d.state = 'credited' and d.credited_cents > 0)
  and not exists (
    select from deposits d where d.payment_id = w.id and (d.hold_reason is not null or (d.state = 'credited' and d.height is null))))`;

/** SQL for whether the quote `p` of a purchase ended without anything having been seen by then. */
export const isUnpaid = (sql: Db, now: Date) => sql`(
  p.expires_at <= ${now}
  and not exists (select from deposits d where d.payment_id = p.id and d.first_seen_at < p.expires_at)
  and not exists (
    select from seen_hints h where h.payment_id = p.id and h.gone_at is null and h.first_seen_at < p.expires_at))`;
