import type { Db } from '#platform/db/client.ts';

/** Jobs are counted no further: a count of one more means that there are more. */
export const COUNTED = 10_000;

export interface JobQueue {
  /** Due or running. */
  waiting: number;
  /** How long the oldest of them that nobody has taken has been due; 0 if there is none. */
  oldest_seconds: number;
  /** Given up after their last attempt. */
  failed: number;
}

/** What waits in the queue of jobs right now; reads no job that is due later. */
export async function readJobQueue(sql: Db): Promise<JobQueue> {
  const [queue] = await sql<JobQueue[]>`
    with due as (
      select run_at from graphile_worker._private_jobs where is_available and run_at <= now()
      order by priority, run_at limit ${COUNTED + 1}),
    tried as (
      select locked_at, attempts >= max_attempts as last from graphile_worker._private_jobs
      where attempts > 0 and not is_available limit ${COUNTED + 1})
    select least((select count(*) from due) + (select count(*) from tried where locked_at is not null),
      ${COUNTED + 1}) as waiting,
      coalesce(extract(epoch from now() - (select min(run_at) from due)), 0)::float8 as oldest_seconds,
      (select count(*) from tried where locked_at is null and last) as failed`;
  return queue!;
}
