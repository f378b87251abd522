import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';

/**
 * Has what the shop owes published, which the job does once a day (UTC); after a refusal, every hour again. It is queued
 * whatever the newest row says: only the vault process can tell whether the shop wrote that.
 */
export async function queueSum({ sql }: Ctx): Promise<void> {
  await addJob(sql, 'publish-sum', {}, { key: 'publish-sum' });
}
