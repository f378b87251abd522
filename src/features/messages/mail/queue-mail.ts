import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db/client.ts';
import { addJob, type Once } from '#platform/jobs/add-job.ts';

/**
 * Queues a mail in the transaction that it reports on. `name` is a template in src/app/jobs.ts; `ids` are what it looks
 * up when the mail is sent: ids only, no secrets and no text.
 */
export async function queueMail(sql: Db, name: string, ids: Record<string, string>, once?: Once): Promise<void> {
  await addJob(sql, 'mail', { ...ids, template: name, mail_id: randomUUID() }, once);
}
