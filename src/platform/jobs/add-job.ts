import type { Db } from '#platform/db/client.ts';

/** After this many failures, the last ones six hours apart, a job is given up. */
const MAX_ATTEMPTS = 14;

/** Queues a job in the caller's transaction: it runs if and only if that commits. The payload holds ids, no secrets. */
export async function addJob(sql: Db, task: string, payload: Record<string, string>): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${sql.json(payload)}::json, max_attempts => ${MAX_ATTEMPTS})`;
}
