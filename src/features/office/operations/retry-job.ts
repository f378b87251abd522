import type { Input } from '#contracts/call.ts';
import type { retryJob as contract } from '#contracts/office/operations.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockFailedJob } from './jobs/lock-failed-job.ts';

export async function retryJob(ctx: Ctx, actor: Actor, { params: { id } }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const details = await lockFailedJob(sql, id);
    await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`;
    await appendAudit(sql, { ...by(actor), action: 'job.retried', subject: String(id), details });
  });
}
