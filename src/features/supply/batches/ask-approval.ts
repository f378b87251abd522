import type { Input, Reply } from '#contracts/call.ts';
import type { askApproval as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { awaitsApproval } from './awaits-approval.ts';
import { batchKind } from './proposals/batch-kind.ts';
import { quarantineKind } from './proposals/quarantine-kind.ts';
import { proposeBatch } from './propose-batch.ts';
import { proposeQuarantine } from './quarantines/propose-quarantine.ts';
import { readBatch } from './read-batch.ts';

/** Asks once more for whatever somebody else has to decide about a batch and nobody is asked for now. */
export async function askApproval(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const inside = within(ctx, sql);
    // Locks the batch before anything of it is read.
    await sql`select from batches where id = ${id} for update`;
    const [open] =
      await sql`select from proposals where kind = ${batchKind.name} and subject = ${id} and decision is null`;
    const asks = !open && (await awaitsApproval(sql, id));
    if (asks) await proposeBatch(inside, actor, { batch_id: id });
    const quarantines = await sql<{ id: string }[]>`
      select q.id from quarantines q where q.batch_id = ${id}
        and exists (select from cards where quarantine_id = q.id and state = 'quarantined')
        and not exists (select from proposals
          where kind = ${quarantineKind.name} and subject = q.id and decision is null) order by q.id`;
    for (const quarantine of quarantines) await proposeQuarantine(inside, actor, quarantine);
    const batch = await readBatch(sql, actor, id);
    if (!asks && quarantines.length === 0) throw new AppError('conflict', message('approvals.nothing_to_ask'));
    return batch;
  });
  return { data };
}
