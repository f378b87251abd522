import type { Tx } from '#platform/db/client.ts';

interface Expiring {
  /** Days, the last one included. */
  from: string;
  until: string;
  limit: number;
  now: Date;
}

/**
 * Marks cards that expire between two days and aren't used yet as those of which their buyers were notified, once for each;
 * one row for each card.
 */
export const markExpiryNotified = (sql: Tx, { from, until, limit, now }: Expiring) => sql<{ user_id: string }[]>`
  with due as (
    select l.id, o.user_id from cards c join order_lines l on l.card_id = c.id join orders o on o.id = l.order_id
      join users u on u.id = o.user_id
    where c.state = 'sold' and c.expires_on between ${from}::date and ${until}::date
      and l.state in ('delivered', 'revealed') and l.used_at is null and l.expiry_notified_at is null
      and u.erased_at is null
    order by o.user_id, l.id limit ${limit} for update of l skip locked)
  update order_lines l set expiry_notified_at = ${now} from due where l.id = due.id returning due.user_id`;
