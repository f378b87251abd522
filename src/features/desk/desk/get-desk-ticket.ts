import type { Input, Reply } from '#contracts/call.ts';
import type { getDeskTicket as contract, DeskTicketDetail } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { noteView } from '../../oversight/audit/note-view.ts';
import { readPastedCards } from '../pasted-codes/read-pasted-cards.ts';
import { readComments } from '../support/comments/read-comments.ts';
import { withMerged } from '../support/comments/with-merged.ts';
import { findReference } from '../support/references/find-reference.ts';
import { labelled } from '../support/ticket/summary-columns.ts';
import { readPresence } from './presence/read-presence.ts';
import { type DeskRow, deskColumns, deskTables } from './tickets/desk-columns.ts';
import { listAgents } from './tickets/find-agent.ts';

type Detail = DeskTicketDetail;
type Row = DeskRow &
  Pick<Detail, 'proof' | 'buyer' | 'merged_into' | 'merged' | 'rating'> &
  Pick<Parameters<typeof findReference>[1], 'reference_kind' | 'reference_id'>;

/** A ticket with what support needs beside it. Codes never stand here, nor the buyer's address or real name. */
export async function getDeskTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [row] = await sql<Row[]>`
    select ${deskColumns(sql, localeOf(actor))}, t.proof, t.reference_kind, t.reference_id,
      (select jsonb_build_object('good', r.good, 'comment', r.comment) from ticket_ratings r
        where r.ticket_id = t.id) as rating,
      (select jsonb_build_object('id', m.id, 'number', m.number) from tickets m
        where m.id = t.merged_into) as merged_into,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'number', m.number) order by m.number), '[]')
        from tickets m where m.merged_into = t.id) as merged,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'tier', u.tier,
        'active', u.activated_at is not null, 'disabled', u.disabled_at is not null, 'created_at', u.created_at,
        'open_tickets', (select count(*) from tickets o where o.user_id = u.id and o.status < 4)) end as buyer
    from ${deskTables(sql)} where t.id = ${id}`;
  if (!row) throw new AppError('not_found', message('support.missing'));
  const { reference_kind, reference_id, buyer, ...ticket } = row;
  const user_id = buyer?.id ?? null;
  await noteView(ctx, sql, actor, { action: 'ticket.viewed', subject: id, details: { user_id } });
  const [present, agents, reference, conversation, notes, orders, payments] = await Promise.all([
    readPresence(ctx, actor, [id]),
    listAgents(sql),
    findReference(sql, { user_id, reference_kind, reference_id }),
    readComments(sql, id, { page: query.page, decides: actor.user.roles.includes('support') }),
    sql<Detail['notes']>`
      select n.id, u.username as author, n.body, n.created_at from ticket_notes n join users u on u.id = n.author_id
      where n.ticket_id in ${withMerged(sql, id)} order by n.id limit 1000`,
    sql<Detail['orders']>`
      select id, number, status, total_cents, card_count, created_at from orders where user_id = ${user_id}
      order by id desc limit 10`,
    sql<Detail['payments']>`
      select p.id, p.number, p.coin, p.amount_cents, p.created_at,
        (select d.id from deposits d where d.payment_id = p.id order by d.id desc limit 1) as deposit_id,
        coalesce((select sum(d.credited_cents) from deposits d where d.payment_id = p.id), 0)::bigint as credited_cents
      from payments p where p.user_id = ${user_id} order by p.id desc limit 10`,
  ]);
  const asIso = buyer && { ...buyer, created_at: new Date(buyer.created_at).toISOString() };
  const texts = [row.subject, ...conversation.comments.map(({ body }) => body), row.rating?.comment ?? ''];
  return {
    data: {
      ...labelled(ticket),
      pasted_cards: await readPastedCards(sql, { texts, user_id }),
      present: present.get(id) ?? [],
      agents,
      reference,
      buyer: asIso,
      ...conversation,
      notes: [...notes],
      orders: [...orders],
      payments: [...payments],
    },
  };
}
