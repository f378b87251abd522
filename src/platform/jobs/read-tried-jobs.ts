import type { Db } from '#platform/db/client.ts';
import { COUNTED } from './read-job-queue.ts';

export interface TriedJobs {
  task: string;
  /** Failed, and will run again. */
  retrying: number;
  /** Given up after their last attempt. */
  failed: number;
}

/** How many jobs of each task failed at their last attempt; counts up to COUNTED jobs that were tried. */
export const readTriedJobs = (sql: Db): Promise<TriedJobs[]> => sql<TriedJobs[]>`
  with tried as (
    select task_id, locked_at, attempts >= max_attempts as last, last_error from graphile_worker._private_jobs
    where attempts > 0 limit ${COUNTED + 1})
  select t.identifier as task,
    count(*) filter (where locked_at is null and not last and last_error is not null) as retrying,
    count(*) filter (where locked_at is null and last) as failed
  from graphile_worker._private_tasks t left join tried j on j.task_id = t.id
  group by 1 order by 1`;
