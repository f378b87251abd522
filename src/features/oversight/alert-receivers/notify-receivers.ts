import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../ctx.ts';

/**
 * Queues a delivery for each receiver: those that fail are tried again by themselves. Which of them were removed is known when they are
 * opened, by their MACs.
 */
export const notifyReceiversTask =
  ({ sql }: Ctx): Task =>
  async ({ alert_id = '', event = '' }) => {
    const receivers = await sql<{ id: string }[]>`select id from alert_receivers order by id`;
    for (const { id: receiver_id } of receivers)
      await addJob(
        sql,
        'deliver_alert',
        { alert_id, event, receiver_id },
        { key: `deliver_alert:${receiver_id}:${alert_id}:${event}` },
      );
  };
