import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { overdueAlert } from './overdue-alert.ts';

const AT_ONCE = 100;

/** Raises an alert for each ticket whose answer or solution is overdue, once, and ends it when the ticket is no longer. */
export async function escalateOverdue({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  const due = await sql<{ id: string; number: number; user_id: string | null }[]>`
    update tickets set escalated_at = ${now} where id in (
      select id from tickets where due_at < ${now} and escalated_at is null order by due_at limit ${AT_ONCE}
      for update skip locked)
    returning id, number, user_id`;
  for (const { id, number, user_id } of due)
    await raiseAlert(sql, now, {
      kind: overdueAlert,
      subject: id,
      details: { number },
      user_ids: user_id ? [user_id] : [],
    });
  for (const id of await readMended(sql, now)) await endAlert(sql, now, { kind: overdueAlert, subject: id });
}

async function readMended(sql: Db, now: Date): Promise<string[]> {
  const rows = await sql<{ subject: string }[]>`
    select a.subject from alerts a left join tickets t on t.id = a.subject::uuid
    where a.kind = ${overdueAlert.name} and a.resolved_at is null and (t.due_at is null or t.due_at >= ${now}) limit ${AT_ONCE}`;
  return rows.map(({ subject }) => subject);
}
