import type { Input, Reply } from '#contracts/call.ts';
import type { reviewComment as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
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
    const [decided] = await sql`
      update ticket_comments set review = ${decision}, reviewed_by = ${actor.user.id}, reviewed_at = ${ctx.clock.now()},
        body = case when ${decision} = 'removed' then '' else body end
      where id = ${id} and (review = 'waiting' or ${decision} = 'removed' and review is distinct from 'removed')
      returning id`;
    if (!decided) throw new AppError('conflict', message('support.decided'));
    // The ticket of a claim begins with what the claim keeps as its note, too.
    if (decision === 'removed')
      await sql`
        update claims set note = '' where ticket_id = ${ticket.id} and note <> ''
          and ${id} = (select id from ticket_comments where ticket_id = ${ticket.id} order by id limit 1)`;
    const details = { ticket_id: ticket.id };
    await appendAudit(sql, { ...by(actor), action: `ticket.text_${decision}`, subject: id, details });
    await publishTicket(sql, ticket);
    return { data: await findDeskTicket(sql, actor, ticket.id) };
  });
}
