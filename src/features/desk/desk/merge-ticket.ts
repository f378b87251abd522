import type { Input, Reply } from '#contracts/call.ts';
import type { mergeTicket as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { CLOSED, lockUnclosed } from '../support/ticket/lock-ticket.ts';
import { publishTicket } from '../support/ticket/publish-ticket.ts';

/**
 * Goes on with a ticket in another one of the same buyer. Its comments and notes stay its own, and the other ticket shows
 * them among its own, so nothing is moved and nothing lost.
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
    await takeOver(sql, now, from.id, to.id);
    await sql`
      update tickets set status = ${CLOSED}, merged_into = ${to.id}, waiting_since = null, solve_left_ms = null,
        escalated_at = null, updated_at = ${now} where id = ${id}`;
    await sql`update tickets set merged_into = ${to.id} where merged_into = ${id}`;
    const details = { into: to.id, status_before: from.status };
    await appendAudit(sql, { ...by(actor), action: 'ticket.merged', subject: id, details });
    await publishTicket(sql, from);
    await publishTicket(sql, to);
    return { data: { id: to.id } };
  });
}

/** The ticket that goes on waits for as long, and is as urgent, as either of them. `least` ignores nulls. */
async function takeOver(sql: Tx, now: Date, from: string, to: string): Promise<void> {
  await sql`
    update tickets t set
      status = case when f.status < 3 and t.status >= 3 then 2 else t.status end,
      solved_at = case when f.status >= 3 then t.solved_at end,
      waiting_since = least(t.waiting_since, f.waiting_since),
      answer_due_at = case when t.status < 3 and f.status < 3 then least(t.answer_due_at, f.answer_due_at)
        when f.status < 3 then f.answer_due_at else t.answer_due_at end,
      solve_due_at = case when t.status < 3 and f.status < 3 then least(t.solve_due_at, f.solve_due_at)
        when f.status < 3 then f.solve_due_at else t.solve_due_at end,
      first_answered_at = least(t.first_answered_at, f.first_answered_at),
      priority = least(t.priority, f.priority),
      assignee_id = coalesce(t.assignee_id, f.assignee_id),
      tags = (select coalesce(array_agg(tag order by tag), '{}')
        from (select distinct unnest(t.tags || f.tags) as tag limit 10) as all_tags),
      updated_at = ${now}
    from tickets f where t.id = ${to} and f.id = ${from}`;
}
