import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';
import { lastSum } from './last-sum.ts';

/** Once a day (UTC), has what the shop owes published. After a refusal, every hour again. */
export async function queueSum({ sql, clock }: Ctx): Promise<void> {
  const last = await lastSum(sql);
  if (last && last.day >= clock.now().toISOString().slice(0, 10)) return;
  await addJob(sql, 'publish-sum', {}, { key: 'publish-sum' });
}
