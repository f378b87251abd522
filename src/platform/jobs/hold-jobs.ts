import type { Db } from '#platform/db/client.ts';

/**
 * Sets the queued jobs of some tasks aside as failed, with a reason that staff read: they run once somebody retries them. Frees
 * all others that a runner had begun. Returns how many it set aside.
 */
export async function holdJobs(sql: Db, tasks: readonly string[], reason: string): Promise<number> {
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`;
  await sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where locked_at is not null`;
  const { count } = await sql`
    update graphile_worker._private_jobs j set attempts = max_attempts, last_error = ${reason}
    from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any(${tasks}) and j.attempts < j.max_attempts`;
  return count;
}
