import type { Input, Reply } from '#contracts/call.ts';
import type { getTicket as contract, Ticket, TicketReference } from '#contracts/desk/support.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readOwnComments } from '../comments/read-comments.ts';
import { findReference } from '../references/find-reference.ts';
import { findSummary } from '../ticket/find-summary.ts';
import { SOLVED } from '../ticket/lock-ticket.ts';

interface Facts extends Pick<Ticket, 'rating' | 'may_rate' | 'merged_into'> {
  reference_kind: TicketReference['kind'] | null;
  reference_id: string | null;
}

/** A buyer's ticket with its comments; 404 for anyone else's. */
export async function getTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const { id: user_id } = actor.user;
  const summary = await findSummary(sql, actor, id);
  const [[facts], conversation] = await Promise.all([
    sql<Facts[]>`
      select t.reference_kind, t.reference_id,
        case when r.ticket_id is not null then jsonb_build_object('good', r.good, 'comment', r.comment) end as rating,
        t.status >= ${SOLVED} and t.merged_into is null and r.ticket_id is null
          and exists (select from ticket_comments m where m.ticket_id = t.id and m.by_staff) as may_rate,
        (select jsonb_build_object('id', m.id, 'number', m.number) from tickets m
          where m.id = t.merged_into) as merged_into
      from tickets t left join ticket_ratings r on r.ticket_id = t.id where t.id = ${id}`,
    readOwnComments(sql, id, query.page),
  ]);
  const { rating, may_rate, merged_into, ...referring } = facts!;
  const reference = await findReference(sql, { user_id, ...referring });
  return { data: { ...summary, reference, rating, may_rate, merged_into, ...conversation } };
}
