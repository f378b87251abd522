import type { Input, Reply } from '#contracts/call.ts';
import type { noteTicket as contract } from '#contracts/desk/desk.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockTicket } from '../support/ticket/lock-ticket.ts';
import { publishToDesk } from '../support/ticket/publish-ticket.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';

/** Writes an internal note. The buyer's channel carries nothing about it, and a closed ticket takes it, too. */
export async function noteTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { body } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await lockTicket(sql, id);
    await sql`
      insert into ticket_notes (ticket_id, author_id, body, created_at)
      values (${id}, ${actor.user.id}, ${body}, ${ctx.clock.now()})`;
    await appendAudit(sql, { ...by(actor), action: 'ticket.noted', subject: id });
    await publishToDesk(sql, id);
    return { data: await findDeskTicket(sql, actor, id) };
  });
}
