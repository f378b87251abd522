import type { Input, Reply } from '#contracts/call.ts';
import type { addTicketView as contract } from '#contracts/desk/ticket-views.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** Of one person, and as many of the desk: each is counted whenever the list is opened. */
const MAX_VIEWS = 20;

/** Keeps filters of the list of tickets under a name, for the actor or for the whole desk. */
export async function addTicketView(
  ctx: Ctx,
  actor: Actor,
  { body: { name, shared, view, priority, tag, q } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const owner_id = shared ? null : actor.user.id;
  return transaction(ctx.sql, async (sql) => {
    const [existing] = await sql<{ count: number }[]>`
      select count(*) as count from ticket_views where owner_id is not distinct from ${owner_id}`;
    if (existing!.count >= MAX_VIEWS) throw new AppError('conflict', message('desk.view_too_many', { max: MAX_VIEWS }));
    const [added] = await sql<{ id: string }[]>`
      insert into ticket_views (owner_id, name, view, priority, tag, q, created_at)
      values (${owner_id}, ${name}, ${view}, ${priority}, ${tag}, ${q}, ${ctx.clock.now()})
      on conflict (owner_id, name) do nothing returning id`;
    if (!added) throw invalidField('name', message('desk.view_name_taken'));
    await appendAudit(sql, { ...by(actor), action: 'ticket_view.added', subject: added.id, details: { shared } });
    return { data: { id: added.id } };
  });
}
