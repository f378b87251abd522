import type { Db } from '#platform/db/client.ts';

/** No task takes this long: the slowest waits for a mail server, which times out after half a minute. */
export const STALE_AFTER_MINUTES = 5;

/** Frees the jobs of a dead runner so that they run again at once; the library keeps them locked for four hours. */
export async function freeStaleJobs(sql: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where attempts > 0 and locked_at < now() - make_interval(mins => ${STALE_AFTER_MINUTES}) having count(*) > 0`;
}
