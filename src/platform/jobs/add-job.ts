import type { Db } from '#platform/db/client.ts';

/** After this many failures, the last ones six hours apart, a job is given up. */
const MAX_ATTEMPTS = 14;

/**
 * When a job runs (at once by default), and what it is: another one with its key replaces it but runs at the time of the
 * first. Jobs of one queue run one after the other.
 */
export interface Once {
  key?: string;
  run_at?: Date;
  queue?: string;
}

/** Queues a job in the caller's transaction: it runs if and only if that commits. The payload holds ids, no secrets. */
export async function addJob(sql: Db, task: string, payload: Record<string, string>, once?: Once): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, ${sql.json(payload)}::json, max_attempts => ${MAX_ATTEMPTS},
      run_at => ${once?.run_at ?? null}, job_key => ${once?.key ?? null}, queue_name => ${once?.queue ?? null},
      job_key_mode => 'preserve_run_at')`;
}
