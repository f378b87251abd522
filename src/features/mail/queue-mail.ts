import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';

/**
 * Queues a mail in the transaction that it speaks of. `name` is one of the templates in src/app/features.ts; `ids` are what it
 * reads by when the mail is sent: ids alone, no secret and no text.
 */
export async function queueMail(sql: Db, name: string, ids: Record<string, string>): Promise<void> {
  await addJob(sql, 'mail', { ...ids, template: name, mail_id: randomUUID() });
}
