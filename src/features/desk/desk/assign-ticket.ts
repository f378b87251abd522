import type { Input, Reply } from '#contracts/call.ts';
import type { assignTicket as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { giveTicket } from '../support/staff/give-ticket.ts';
import { lockTicket } from '../support/ticket/lock-ticket.ts';
import { publishToDesk } from '../support/ticket/publish-ticket.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';
import { requireAgent } from './tickets/find-agent.ts';
import { notifyAgent } from './tickets/notify-agent.ts';

/** Takes a ticket, gives it to a colleague, who is notified, or back to the queue. Nobody takes one over unawares. */
export async function assignTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { assignee_id, taken_from } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const ticket = await lockTicket(sql, id);
    const { assignee_id: before } = ticket;
    if (assignee_id !== before) {
      if (assignee_id !== null) await requireAgent(sql, assignee_id);
      if (before !== null && before !== actor.user.id && before !== taken_from) await refuseTaken(sql, before);
      await giveTicket(sql, id, assignee_id);
      const details = { assignee_id, before };
      await appendAudit(sql, { ...by(actor), action: 'ticket.assigned', subject: id, details });
      await publishToDesk(sql, id);
      if (assignee_id !== null) await notifyAgent(sql, actor, ticket, { agent_id: assignee_id, what: 'given' });
      if (before !== null) await notifyAgent(sql, actor, ticket, { agent_id: before, what: 'taken_from' });
    }
    return { data: await findDeskTicket(sql, actor, id) };
  });
}

/** Says who has it: whoever takes it over must have read that. */
async function refuseTaken(sql: Tx, before: string): Promise<never> {
  const [agent] = await sql<[{ username: string }]>`select username from users where id = ${before}`;
  throw new AppError('conflict', message('desk.has_it', { name: agent.username })).marked({ reason: 'ticket_taken' });
}
