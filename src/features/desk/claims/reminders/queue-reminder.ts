import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { guaranteeEnd, openOutage } from '../../../shop/orders/guarantee/read-card-facts.ts';

/** A guarantee ends soon in its last quarter, and at most a day before its end. */
const LONGEST_HOURS = 24;
const LAST_PART = 4;

/** SQL for when the reminder of a line `l` is due. */
export const reminderDue = (sql: Db, now: Date) => sql`(${guaranteeEnd(sql, now)}
  - least(${LONGEST_HOURS}::numeric, l.guarantee_hours::numeric / ${LAST_PART}::numeric)::float8 * interval '1 hour')`;

/** Plans the reminder of a guarantee that runs; none is planned where there is none. */
export async function queueReminder(sql: Db, line_id: string, now: Date): Promise<void> {
  const [line] = await sql<{ due_at: string | null }[]>`
    select ${reminderDue(sql, now)} as due_at from order_lines l join cards c on c.id = l.card_id ${openOutage(sql)}
    where l.id = ${line_id} and l.state = 'revealed' and l.guarantee_reminded_at is null
      and ${reminderDue(sql, now)} > ${now} and not exists (select from claims where line_id = l.id)`;
  if (!line?.due_at) return;
  const run_at = new Date(Date.parse(line.due_at));
  await addJob(sql, 'guarantee', { line_id }, { key: `guarantee:${line_id}`, run_at });
}
