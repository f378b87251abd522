import type { Loop } from '#contracts/office/operations.ts';
import type { Db } from '#platform/db/client.ts';
import { stateOfLoop } from './state-of-loop.ts';

/** Every loop of every worker of the last day. */
export async function readLoops(sql: Db, now: Date): Promise<Loop[]> {
  const rows = await sql<Omit<Loop, 'state'>[]>`
    select worker, name, every_ms, started_at, succeeded_at, failed_at, failures, last_error, reported_at
    from worker_loops order by worker, name`;
  return rows.map((row) => ({ ...row, state: stateOfLoop(row, now) }));
}
