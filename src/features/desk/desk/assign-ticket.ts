import type { Input, Reply } from '#contracts/call.ts';
import type { assignTicket as contract } from '#contracts/desk/desk.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { giveTicket } from '../support/staff/give-ticket.ts';
import { lockTicket } from '../support/ticket/lock-ticket.ts';
import { publishToDesk } from '../support/ticket/publish-ticket.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';

/** Takes a ticket, also from somebody else, or gives it back to the queue. */
export async function assignTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { take } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const { assignee_id: before } = await lockTicket(sql, id);
    const assignee_id = take ? actor.user.id : null;
    if (assignee_id !== before) {
      await giveTicket(sql, id, assignee_id);
      await appendAudit(sql, {
        ...by(actor),
        action: 'ticket.assigned',
        subject: id,
        details: { assignee_id, before },
      });
      await publishToDesk(sql, id);
    }
    return { data: await findDeskTicket(sql, actor, id) };
  });
}
