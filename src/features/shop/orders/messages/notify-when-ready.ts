import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';

/** Has a job tell an order's buyer when its codes, which must wait, can be revealed. */
export async function notifyWhenReady(sql: Tx, order_id: string, ready_at: Date): Promise<void> {
  await addJob(sql, 'order_ready', { order_id }, { key: `order_ready:${order_id}`, run_at: ready_at });
}
