import { hostname } from 'node:os';
import process from 'node:process';
import { DAY_MS } from '#contracts/time-units.ts';
import { maskError } from '#platform/masking/mask-error.ts';
import type { Ctx } from '../../../ctx.ts';

const RETENTION_MS = DAY_MS;

/** Writes how this worker's loops do, for the back office, and forgets workers that ended a day ago. */
export async function reportLoops({ sql, clock, loops }: Ctx): Promise<void> {
  const now = clock.now();
  const worker = `${hostname().slice(0, 80)}:${process.pid}`;
  const rows = [...loops.byName].map(([name, { every_ms, error, failures, ...times }]) => ({
    worker,
    name,
    every_ms: Math.round(every_ms),
    ...times,
    failures,
    reported_at: now,
    last_error: failures > 0 ? maskError(error instanceof Error ? error.message : String(error)) : '',
  }));
  if (rows.length > 0)
    await sql`
      insert into worker_loops ${sql(rows)} on conflict (worker, name) do update set every_ms = excluded.every_ms,
        started_at = excluded.started_at, succeeded_at = excluded.succeeded_at, failed_at = excluded.failed_at,
        failures = excluded.failures, last_error = excluded.last_error, reported_at = excluded.reported_at`;
  await sql`delete from worker_loops where reported_at < ${new Date(now.getTime() - RETENTION_MS)}`;
}
