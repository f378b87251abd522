import type { Input } from '#contracts/call.ts';
import type { rateTicket as contract } from '#contracts/desk/support.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { lockTicket, SOLVED } from '../ticket/lock-ticket.ts';
import { publishTicket } from '../ticket/publish-ticket.ts';

/** The buyer says once whether support helped; it stays as it is, even if the ticket opens again. */
export async function rateTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { good, comment } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const ticket = await lockTicket(sql, id, actor.user.id);
    if (ticket.status < SOLVED) throw new AppError('conflict', message('support.rate_solved'));
    const [rated] = await sql`
      insert into ticket_ratings (ticket_id, good, comment, created_at)
      values (${id}, ${good}, ${comment}, ${ctx.clock.now()})
      on conflict (ticket_id) do nothing returning ticket_id`;
    if (!rated) throw new AppError('conflict', message('support.rated'));
    await appendAudit(sql, { ...by(actor), action: 'ticket.rated', subject: id, details: { good } });
    await publishTicket(sql, ticket);
  });
}
