import type { Input, Reply } from '#contracts/call.ts';
import type { reviewComment as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { emptyNote } from '../claims/claim/empty-note.ts';
import { decideComment } from '../support/staff/decide-comment.ts';
import { lockTicket } from '../support/ticket/lock-ticket.ts';
import { publishTicket } from '../support/ticket/publish-ticket.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';

/** Lets a text through that the guard was unsure about, or removes any text for good; the audit log keeps who did. */
export async function reviewComment(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { decision } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [found] = await sql<{ ticket_id: string }[]>`select ticket_id from ticket_comments where id = ${id}`;
    if (!found) throw new AppError('not_found', message('support.missing'));
    const ticket = await lockTicket(sql, found.ticket_id);
    const now = ctx.clock.now();
    if (!(await decideComment(sql, { comment_id: id, decision, staff_id: actor.user.id, now })))
      throw new AppError('conflict', message('support.decided'));
    if (decision === 'removed') await emptyNote(sql, { ticket_id: ticket.id, comment_id: id });
    const details = { ticket_id: ticket.id };
    await appendAudit(sql, { ...by(actor), action: `ticket.text_${decision}`, subject: id, details });
    await publishTicket(sql, ticket);
    return { data: await findDeskTicket(sql, actor, ticket.id) };
  });
}
