import type { TicketReference } from '#contracts/desk/support.ts';
import type { Db } from '#platform/db/client.ts';

interface Which {
  user_id: string;
  /** The latest of everything without it. */
  only?: { kind: string; id: string };
}

const EACH = 20;

/** What a buyer's ticket can refer to: orders, then their cards, payments and pre-orders, each newest first. */
export async function readReferences(sql: Db, { user_id, only }: Which): Promise<TicketReference[]> {
  const kind = only?.kind ?? null;
  const id = only?.id ?? null;
  const rows = await sql<TicketReference[]>`
    (select 'order' as kind, o.id, jsonb_build_object('id', o.id, 'number', o.number) as order, null::jsonb as card,
      null::jsonb as payment, null::jsonb as preorder
      from orders o where o.user_id = ${user_id} and (${kind}::text is null or ${kind} = 'order' and o.id = ${id})
      order by o.id desc limit ${EACH})
    union all
    (select 'card', l.card_id, jsonb_build_object('id', o.id, 'number', o.number),
        jsonb_build_object('programme', p.name, 'face_cents', l.face_cents, 'currency', p.currency), null, null
      from orders o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
      join programmes p on p.id = c.programme_id
      where o.user_id = ${user_id} and (${kind}::text is null or ${kind} = 'card' and l.card_id = ${id})
      order by l.id desc limit ${EACH})
    union all
    (select 'payment', y.id, null, null, jsonb_build_object('coin', y.coin, 'created_at', y.created_at), null
      from payments y where y.user_id = ${user_id} and (${kind}::text is null or ${kind} = 'payment' and y.id = ${id})
      order by y.id desc limit ${EACH})
    union all
    (select 'preorder', q.id, null, null, null,
        jsonb_build_object('programme', g.name, 'face_cents', q.face_cents, 'currency', g.currency,
          'quantity', q.quantity)
      from preorders q join programmes g on g.id = q.programme_id
      where q.user_id = ${user_id} and (${kind}::text is null or ${kind} = 'preorder' and q.id = ${id})
      order by q.id desc limit ${EACH})`;
  return rows.map(({ payment, ...row }) => ({
    ...row,
    payment: payment && { ...payment, created_at: new Date(payment.created_at).toISOString() },
  }));
}
