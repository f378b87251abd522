import type { Db } from '#platform/db/client.ts';

/** No task takes this long: the slowest waits for a mail server, which is given up after half a minute. */
export const STALE_AFTER_MINUTES = 5;

/** Frees the jobs of a runner that died, so that they run again at once; the job library alone holds them for four hours. */
export async function freeStaleJobs(sql: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - make_interval(mins => ${STALE_AFTER_MINUTES}) having count(*) > 0`;
}
