import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { escalateTickets } from '../../support/staff/escalate-tickets.ts';
import { overdueAlert } from './overdue-alert.ts';

const AT_ONCE = 100;

/** Raises an alert for each ticket whose answer or solution is overdue, once, and ends it when the ticket is no longer. */
export async function escalateOverdue({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  for (const { id, number, user_id } of await escalateTickets(sql, now, AT_ONCE))
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
    where a.kind = ${overdueAlert.name} and a.resolved_at is null and (t.due_at is null or t.due_at >= ${now})
    limit ${AT_ONCE}`;
  return rows.map(({ subject }) => subject);
}
