import type { Input, Reply } from '#contracts/call.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { inspectOrder as contract, InspectedLine, PlacedOrder } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteView } from '../../oversight/audit/note-view.ts';
import { placedOrder } from './office/placed-order.ts';
import { readEvents } from './office/read-events.ts';

type Data = Reply<typeof contract>['data'];

/** As many as an order of a hundred cards of sellers moves. */
const MOVEMENTS = 1_000;

/** An order with what became of each card. Who bought what is personal, so the look is kept. */
export async function inspectOrder(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [order] = await sql<PlacedOrder[]>`
    select ${placedOrder(sql)} from orders o join users u on u.id = o.user_id where o.id = ${id}`;
  if (!order) throw new AppError('not_found', message('order.not_found'));
  await noteView(ctx, sql, actor, { action: 'order.viewed', subject: id, details: { user_id: order.buyer.id } });
  const reads = holdsDuty(actor.user.roles, 'auditor', 'approver', 'payouts');
  const [lines, movements, events] = await Promise.all([
    readLines(sql, id, ctx.clock.now()),
    readMovements(sql, id, reads ? null : order.buyer.id),
    readEvents(sql, { id, buyer_id: order.buyer.id, tickets: holdsDuty(actor.user.roles, 'support', 'auditor') }),
  ]);
  return { data: { ...order, lines, movements, events } };
}

async function readLines(sql: Db, order_id: string, now: Date): Promise<InspectedLine[]> {
  const rows = await sql<InspectedLine[]>`
    select l.id, l.batch_id, l.state, l.face_cents, l.price_cents, p.currency, l.consent_at,
      l.revealed_at, l.returned_at,
      l.guarantee_ends_at, l.note <> '' as noted, jsonb_build_object('id', p.id, 'name', p.name) as programme,
      case when m.id is not null then jsonb_build_object('id', m.id, 'number', m.number, 'state', m.state) end as claim,
      case when g.id is not null then jsonb_build_object('id', g.id, 'has_message', g.has_message,
        'held', u.disabled_at is not null and coalesce(g.unsent_until > ${now}, false)) end as gift
    from order_lines l join batches b on b.id = l.batch_id join programmes p on p.id = b.programme_id
    join orders o on o.id = l.order_id join users u on u.id = o.user_id
    left join claimed_lines m on m.line_id = l.id left join given_lines g on g.line_id = l.id
    where l.order_id = ${order_id} order by l.id`;
  return [...rows];
}

/** What the order and its cards moved; with a buyer, only on the accounts of that one. */
async function readMovements(sql: Db, order_id: string, buyer: string | null): Promise<Data['movements']> {
  const rows = await sql<Data['movements']>`
    select t.id, t.created_at as at, t.kind, d.kind as debit_kind, c.kind as credit_kind, t.amount_cents
    from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where t.reference = any(array(select id from order_lines where order_id = ${order_id}) || ${order_id}::uuid)
      and ${buyer === null ? sql`true` : sql`${buyer} in (d.owner_id, c.owner_id)`}
    order by t.id limit ${MOVEMENTS}`;
  return [...rows];
}
