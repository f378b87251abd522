import type { Tx } from '#platform/db/client.ts';
import { CLOSED } from '../ticket/lock-ticket.ts';

/** Closes a ticket in favour of another one; both are locked. What was merged into it before goes along. */
export async function mergeInto(sql: Tx, now: Date, from: string, to: string): Promise<void> {
  await takeOver(sql, now, from, to);
  await sql`
    update tickets set status = ${CLOSED}, merged_into = ${to}, waiting_since = null, solve_left_ms = null,
      escalated_at = null, updated_at = ${now} where id = ${from}`;
  await sql`update tickets set merged_into = ${to} where merged_into = ${from}`;
}

/** The ticket that goes on waits for as long, and is as urgent, as either of them. `least` ignores nulls. */
async function takeOver(sql: Tx, now: Date, from: string, to: string): Promise<void> {
  await sql`
    update tickets t set
      version = t.version + 1,
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
