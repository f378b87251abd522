import type { Db } from '#platform/db/client.ts';

export interface JobQueue {
  /** Due or running. */
  waiting: number;
  /** How long the oldest of them that nobody has taken has been due; 0 if there is none. */
  oldest_seconds: number;
  /** Given up after their last attempt. */
  failed: number;
}

/** What waits in the queue of jobs right now. */
export async function readJobQueue(sql: Db): Promise<JobQueue> {
  const [queue] = await sql<JobQueue[]>`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as oldest_seconds,
      count(*) filter (where attempts >= max_attempts) as failed
    from graphile_worker.jobs`;
  return queue!;
}
