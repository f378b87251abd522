import { isDeepStrictEqual } from 'node:util';
import type { Input, Reply } from '#contracts/call.ts';
import type { undoChange as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { type LockedState, lockStates, type TicketState, writeState } from '../support/staff/ticket-state.ts';
import { takeRatingBack } from '../support/ticket/ask-rating.ts';
import { publishTicket } from '../support/ticket/publish-ticket.ts';
import { UNDO_MS } from './changes/undo-time.ts';
import { notifyOfMany } from './tickets/notify-agent.ts';

interface Row {
  tickets: { before: TicketState; after: TicketState }[];
  made_at: string;
  undone_at: string | null;
}

/** Brings tickets back to what they were, unless somebody has changed them since. */
export async function undoChange(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [change] = await sql<Row[]>`
      select tickets, made_at, undone_at from ticket_changes
      where id = ${id} and actor_id = ${actor.user.id} for update`;
    if (!change) throw new AppError('not_found', message('desk.change_gone'));
    if (change.undone_at) throw new AppError('conflict', message('desk.change_undone'));
    if (now.getTime() - new Date(change.made_at).getTime() > UNDO_MS)
      throw new AppError('conflict', message('desk.change_old'));
    await sql`update ticket_changes set undone_at = ${now} where id = ${id}`;
    const present = await lockStates(
      sql,
      change.tickets.map(({ after }) => after.id),
    );
    let restored = 0;
    const takenBack = new Map<string, LockedState[]>();
    for (const ticket of present) {
      const { user_id, number: _number, ...current } = ticket;
      const step = change.tickets.find(({ after }) => after.id === current.id);
      if (!step || !isDeepStrictEqual(step.after, current)) continue;
      await writeState(sql, now, step.before);
      await takeRatingBack(sql, { ticket_id: current.id, asked_at: change.made_at });
      await appendAudit(sql, {
        ...by(actor),
        action: 'ticket.change_undone',
        subject: current.id,
        details: { change_id: id },
      });
      await publishTicket(sql, { id: current.id, user_id });
      const { assignee_id } = current;
      if (assignee_id !== null && assignee_id !== step.before.assignee_id)
        takenBack.set(assignee_id, [...(takenBack.get(assignee_id) ?? []), ticket]);
      restored++;
    }
    for (const [agent_id, tickets] of takenBack)
      await notifyOfMany(sql, actor, tickets, { agent_id, what: 'taken_back' });
    return { data: { restored, kept: change.tickets.length - restored } };
  });
}
