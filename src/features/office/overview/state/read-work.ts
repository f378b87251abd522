import type { Overview } from '#contracts/office/overview.ts';
import { VERIFICATION_KINDS } from '#contracts/oversight/audit.ts';
import type { Db } from '#platform/db/client.ts';
import { readJobQueue } from '#platform/jobs/read-job-queue.ts';
import type { Ctx } from '../../../ctx.ts';
import { stalledAlerts } from '../../../oversight/audit/verification/alert-kinds.ts';
import { readLoops } from '../../operations/jobs/read-loops.ts';

/** How the jobs, the workers and the nightly checks do; loops of workers that ended don't count. */
export async function readWork({ sql, clock }: Ctx): Promise<NonNullable<Overview['work']>> {
  const now = clock.now();
  const [queue, reported, stalled, broken] = await Promise.all([
    readJobQueue(sql),
    readLoops(sql, now),
    readStalled(sql),
    readBroken(sql),
  ]);
  const loops = reported.filter(({ state }) => state !== 'gone');
  return {
    jobs_failed: queue.failed,
    jobs_waiting: queue.waiting,
    loops: loops.length,
    loops_in_trouble: loops.filter(({ state }) => state !== 'well').length,
    workers: new Set(loops.map(({ worker }) => worker)).size,
    checks_in_trouble: new Set([...stalled, ...broken]).size,
  };
}

/** Kinds with an open alert: only the process with the master key can tell whether a check ran. */
async function readStalled(sql: Db): Promise<string[]> {
  const kinds = Object.values(stalledAlerts).map(({ name }) => name);
  const rows = await sql<{ subject: string }[]>`
    select subject from alerts where kind = any(${kinds}) and resolved_at is null`;
  return rows.map(({ subject }) => subject);
}

/** Kinds whose last finished check found something. */
async function readBroken(sql: Db): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    select k.kind from unnest(${[...VERIFICATION_KINDS]}::text[]) as k (kind)
    cross join lateral (
      select problems from verifications where kind = k.kind and ended_at is not null and not given_up
      order by id desc limit 1) v
    where v.problems > 0`;
  return rows.map(({ kind }) => kind);
}
