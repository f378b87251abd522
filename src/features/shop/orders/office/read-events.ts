import { ORDER_EVENTS, type OrderEvent } from '#contracts/shop/orders.ts';
import type { Db } from '#platform/db/client.ts';

/** As many as an order of a hundred cards has if each is given away, taken back, claimed and asked about. */
const EVENTS = 1_000;

/**
 * What happened to an order, first to last, and who did it: of the order itself, its cards while they were of this order,
 * their claims, and the tickets of its buyer about them, which only who reads `tickets` gets named. Who opened a gift is
 * nobody's business here, unless it was its buyer.
 */
export async function readEvents(
  sql: Db,
  { id: order_id, buyer_id, tickets }: { id: string; buyer_id: string; tickets: boolean },
): Promise<OrderEvent[]> {
  const rows = await sql<OrderEvent[]>`
    with lines as (
      select l.id, l.card_id, p.name as programme
      from order_lines l join batches b on b.id = l.batch_id join programmes p on p.id = b.programme_id
      where l.order_id = ${order_id}),
    subjects as (
      select ${order_id}::uuid as id, null::text as programme, null::bigint as claim, null::bigint as ticket
      union all select card_id, programme, null, null from lines
      union all select m.id, l.programme, m.number, null from lines l join claimed_lines m on m.line_id = l.id
      union all select t.id, l.programme, null, t.number
      from referring_tickets t left join lines l on t.reference_kind = 'card' and l.card_id = t.reference_id
      where t.user_id = ${buyer_id}
        and (l.id is not null or t.reference_kind = 'order' and t.reference_id = ${order_id}))
    select e.id, e.at, replace(e.action, '.', '_') as event, s.programme,
      case when u.id is not null and (e.action <> 'gift.opened' or u.id = ${buyer_id})
        then jsonb_build_object('id', u.id, 'username', u.username) end as who,
      case when s.claim is not null then jsonb_build_object('id', s.id, 'number', s.claim) end as claim,
      case when s.ticket is not null and ${tickets} then jsonb_build_object('id', s.id, 'number', s.ticket) end as ticket
    from subjects s join audit_entries e on e.subject = s.id::text left join users u on u.id = e.actor_id
    where e.action = any(${ORDER_EVENTS.map((event) => event.replace('_', '.'))})
      and (s.id = ${order_id} or coalesce(s.claim, s.ticket) is not null or e.details ->> 'order_id' = ${order_id})
    order by e.id limit ${EVENTS}`;
  return [...rows];
}
