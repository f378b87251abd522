import type { Reply } from '#contracts/call.ts';
import type { getJobs as contract, Job, Jobs } from '#contracts/office/operations.ts';
import type { Db } from '#platform/db/client.ts';
import { COUNTED } from '#platform/jobs/read-job-queue.ts';
import { maskError } from '#platform/masking/mask-error.ts';
import type { Ctx } from '../../ctx.ts';
import { readLoops } from './jobs/read-loops.ts';

const SHOWN = 100;

export async function getJobs({ sql, clock }: Ctx): Promise<Reply<typeof contract>> {
  const [{ queues, more }, troubled, loops] = await Promise.all([
    readQueues(sql),
    readTroubled(sql),
    readLoops(sql, clock.now()),
  ]);
  return { data: { queues, more, troubled, loops } };
}

const stateOf = (sql: Db) => sql`
  case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
    when attempts > 0 then 'retrying' else 'waiting' end`;

/** Lists only the jobs that are due first, never all. */
async function readQueues(sql: Db): Promise<Pick<Jobs, 'queues' | 'more'>> {
  const rows = await sql<(Jobs['queues'][number] & { in_all: number })[]>`
    with each as materialized (
      (select task_id, run_at, 'waiting' as state from graphile_worker._private_jobs where is_available and attempts = 0
        order by priority, run_at limit ${COUNTED + 1})
      union all
      (select task_id, run_at, ${stateOf(sql)} from graphile_worker._private_jobs
        where attempts > 0 limit ${COUNTED + 1}))
    select t.identifier as task, count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'retrying') as retrying, count(*) filter (where state = 'failed') as failed,
      min(run_at) filter (where state in ('waiting', 'retrying') and run_at <= now()) as oldest_due_at,
      (select count(*) from each) as in_all
    from each join graphile_worker._private_tasks t on t.id = each.task_id
    group by task order by task`;
  return { queues: rows.map(({ in_all: _, ...row }) => row), more: (rows[0]?.in_all ?? 0) > COUNTED };
}

async function readTroubled(sql: Db): Promise<Job[]> {
  const rows = await sql<Job[]>`
    with tried as materialized (
      select * from graphile_worker._private_jobs
      where attempts > 0 and (last_error is not null or not is_available and locked_at is null)
      order by id desc limit ${COUNTED})
    select j.id, t.identifier as task, ${stateOf(sql)} as state, attempts::int, max_attempts::int, run_at, created_at,
      coalesce(last_error, '') as last_error
    from tried j join graphile_worker._private_tasks t on t.id = j.task_id
    order by attempts >= max_attempts desc, j.id desc limit ${SHOWN}`;
  return rows.map((row) => ({ ...row, last_error: maskError(row.last_error) }));
}
