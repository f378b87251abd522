import type { Db } from '#platform/db/client.ts';

/** SQL that reads claims `m`; a condition follows. */
export const selectClaims = (sql: Db) => sql`
  select m.id, m.number, m.state, m.reason, m.made_at, m.decided_at, m.refund_cents, m.ticket_id,
    jsonb_build_object('id', u.id, 'username', u.username) as buyer,
    jsonb_build_object('id', o.id, 'number', o.number) as "order",
    jsonb_build_object('id', g.id, 'name', g.name) as programme, n.price_cents
  from claims m join order_lines n on n.id = m.line_id join orders o on o.id = n.order_id
  join users u on u.id = o.user_id
  join cards k on k.id = n.card_id join programmes g on g.id = k.programme_id`;
