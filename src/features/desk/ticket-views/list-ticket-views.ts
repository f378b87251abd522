import type { Reply } from '#contracts/call.ts';
import type { listTicketViews as contract, TicketView } from '#contracts/desk/ticket-views.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { countViews } from '../desk/tickets/which-tickets.ts';

/** The reader's own views, then those of the desk, each in the order in which they were made. */
export async function listTicketViews(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const views = await sql<Omit<TicketView, 'count'>[]>`
    select id, name, owner_id is null as shared, view, priority, tag, q from ticket_views
    where coalesce(owner_id = ${actor.user.id}, true) order by owner_id nulls last, id limit 40`;
  // A search reads as much as the list itself: its count is that list's.
  const counted = views.filter(({ q }) => q === null);
  const counts = await countViews(
    sql,
    counted.map(({ id, view, priority, tag }) => ({ name: id, view, priority, tag })),
    { now: ctx.clock.now(), user_id: actor.user.id },
  );
  return { data: views.map((view) => ({ ...view, count: counts.get(view.id) ?? null })) };
}
