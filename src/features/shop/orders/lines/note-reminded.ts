import type { Query, Tx } from '#platform/db/client.ts';
import { guaranteeEnd, openOutage } from '../guarantee/read-card-facts.ts';

/**
 * Notes that a buyer is reminded of guarantees that run, once for each: of those in the order of a line whose lines `l` fit
 * `which`, given as SQL. Returns when they end.
 */
export const noteReminded = (sql: Tx, now: Date, { line_id, which }: { line_id: string; which: Query }) => sql<
  { order_id: string; user_id: string; ends_at: string }[]
>`
  with due as (
    select l.id, ${guaranteeEnd(sql, now)} as ends_at
    from order_lines l join cards c on c.id = l.card_id ${openOutage(sql)}
    where l.order_id = (select order_id from order_lines where id = ${line_id}) and l.state = 'revealed'
      and l.guarantee_reminded_at is null and ${guaranteeEnd(sql, now)} > ${now} and ${which}
    order by l.id for update of l)
  update order_lines l set guarantee_reminded_at = ${now} from due, orders r
  where l.id = due.id and r.id = l.order_id returning l.order_id, r.user_id, due.ends_at`;
