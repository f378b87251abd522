import type { Input } from '#contracts/call.ts';
import type { removeTicketView as contract } from '#contracts/desk/ticket-views.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** Removes a view of the actor's own, or one of the desk; a colleague's own is none that they know of. */
export async function removeTicketView(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [removed] = await sql<{ shared: boolean }[]>`
      delete from ticket_views where id = ${id} and coalesce(owner_id = ${actor.user.id}, true)
      returning owner_id is null as shared`;
    if (!removed) throw new AppError('not_found', message('desk.view_gone'));
    await appendAudit(sql, { ...by(actor), action: 'ticket_view.removed', subject: id, details: { ...removed } });
  });
}
