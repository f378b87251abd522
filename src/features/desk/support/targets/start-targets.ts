import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { readDeskSettings } from '../../desk-settings/read-desk-settings.ts';
import { addBusinessTime } from './business-hours.ts';

interface Waiting {
  priority: number;
  solve_left_ms: number | null;
}

/**
 * Sets when the answer and the solution are due of a ticket whose buyer has just begun to wait. A solution that staff
 * had begun goes on with the time that was left, but never with less than an answer has.
 */
export async function startTargets(sql: Tx, now: Date, ticket_id: string): Promise<void> {
  const [[ticket], settings] = await Promise.all([
    sql<Waiting[]>`select priority, solve_left_ms from tickets where id = ${ticket_id}`,
    readDeskSettings(sql),
  ]);
  const { priority, solve_left_ms } = ticket!;
  const target = settings.targets[priority - 1]!;
  const answer_ms = target.answer * MINUTE_MS;
  const solve_ms = solve_left_ms === null ? target.solve * MINUTE_MS : Math.max(solve_left_ms, answer_ms);
  await sql`
    update tickets set answer_due_at = ${addBusinessTime(now, answer_ms, settings)},
      solve_due_at = ${addBusinessTime(now, solve_ms, settings)}, solve_left_ms = null, escalated_at = null
    where id = ${ticket_id}`;
}
