import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** A job that failed and isn't running right now, locked; its task. */
export async function lockFailedJob(sql: Tx, id: number): Promise<{ task: string; attempts: number }> {
  const [job] = await sql<{ failed: boolean; running: boolean; attempts: number; task: string }[]>`
    select j.last_error is not null or j.attempts >= j.max_attempts as failed, j.locked_at is not null as running,
      j.attempts::int, t.identifier as task
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id} for update of j`;
  if (!job) throw new AppError('not_found', message('jobs.gone'));
  if (job.running) throw new AppError('conflict', message('jobs.running'));
  if (!job.failed) throw new AppError('conflict', message('jobs.not_failed'));
  return { task: job.task, attempts: job.attempts };
}
