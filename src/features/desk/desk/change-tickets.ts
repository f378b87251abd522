import type { Input, Reply } from '#contracts/call.ts';
import type { changeTickets as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { readDeskSettings } from '../desk-settings/read-desk-settings.ts';
import { type LockedState, lockStates, type TicketState, writeState } from '../support/staff/ticket-state.ts';
import { askRating } from '../support/ticket/ask-rating.ts';
import { publishTicket, publishToDesk } from '../support/ticket/publish-ticket.ts';
import { applyChange, staysWithOther } from './changes/apply-change.ts';
import { UNDO_MS } from './changes/undo-time.ts';
import { requireAgent } from './tickets/find-agent.ts';
import { notifyOfMany } from './tickets/notify-agent.ts';

/** Changes several tickets at once. Buyers see a new state, and nothing of who works on it or how urgent it is. */
export async function changeTickets(
  ctx: Ctx,
  actor: Actor,
  { body: { ids, ...change } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const tickets = await lockStates(sql, ids);
    if (!tickets.length) throw new AppError('not_found', message('support.missing'));
    const { assignee_id } = change;
    if (assignee_id) await requireAgent(sql, assignee_id);
    const stay = (ticket: TicketState) =>
      assignee_id !== undefined && assignee_id !== ticket.assignee_id && staysWithOther(ticket, actor.user.id);
    const with_others = tickets.filter(stay).length;
    const around = { user_id: actor.user.id, settings: await readDeskSettings(sql), now };
    const steps: { before: TicketState; after: TicketState }[] = [];
    const given: LockedState[] = [];
    for (const ticket of tickets) {
      const { user_id, number: _number, ...before } = ticket;
      const { after, actions } = applyChange(before, change, around);
      if (!actions.length) continue;
      steps.push({ before, after });
      if (after.assignee_id !== before.assignee_id) given.push(ticket);
      await writeState(sql, now, after);
      const details = { priority: after.priority, status_before: before.status, assignee_id: after.assignee_id };
      for (const action of actions) await appendAudit(sql, { ...by(actor), action, subject: before.id, details });
      if (after.status === before.status) await publishToDesk(sql, before.id);
      else await publishTicket(sql, { id: before.id, user_id });
      if (actions.includes('ticket.solved') && user_id !== null && user_id !== actor.user.id)
        await askRating(sql, { ticket_id: before.id, now, wait_ms: UNDO_MS });
    }
    if (!steps.length) return { data: { id: null, changed: 0, with_others } };
    if (assignee_id) await notifyOfMany(sql, actor, given, { agent_id: assignee_id, what: 'given' });
    const [made] = await sql<{ id: string }[]>`
      insert into ticket_changes (actor_id, tickets, made_at)
      values (${actor.user.id}, ${sql.json(steps as never)}, ${now}) returning id`;
    return { data: { id: made!.id, changed: steps.length, with_others } };
  });
}
