import type { Input, Reply } from '#contracts/call.ts';
import type { mergeTicket as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { mergeInto } from '../support/staff/merge-into.ts';
import { lockUnclosed } from '../support/ticket/lock-ticket.ts';
import { publishTicket } from '../support/ticket/publish-ticket.ts';

/**
 * Merges a ticket into another ticket of the same buyer. Its comments and notes stay where they are; the other ticket shows
 * them among its own, so nothing is moved or lost.
 */
export async function mergeTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { into } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [found] = await sql<{ id: string }[]>`select id from tickets where number = ${into}`;
    if (!found) throw invalidField('into', message('support.missing'));
    if (found.id === id) throw invalidField('into', message('desk.merge_itself'));
    const [first, second] = [id, found.id].sort() as [string, string];
    const tickets = [await lockUnclosed(sql, first), await lockUnclosed(sql, second)];
    const from = tickets.find((ticket) => ticket.id === id)!;
    const to = tickets.find((ticket) => ticket.id === found.id)!;
    if (!from.user_id || from.user_id !== to.user_id) throw invalidField('into', message('desk.merge_people'));
    await mergeInto(sql, now, from.id, to.id);
    const details = { into: to.id, status_before: from.status };
    await appendAudit(sql, { ...by(actor), action: 'ticket.merged', subject: id, details });
    await publishTicket(sql, from);
    await publishTicket(sql, to);
    return { data: { id: to.id } };
  });
}
