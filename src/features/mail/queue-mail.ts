import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';

/**
 * Queues a letter in the transaction that it speaks of. `name` is one of the letters in src/app/jobs.ts; `ids` are what its writer
 * reads by when the mail is sent: ids alone, no secret and no text.
 */
export async function queueMail(sql: Db, name: string, ids: Record<string, string>): Promise<void> {
  await addJob(sql, 'mail', { ...ids, letter: name, mail_id: randomUUID() });
}
