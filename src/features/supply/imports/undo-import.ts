import type { Input, Reply } from '#contracts/call.ts';
import type { undoImport as contract } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { awaitsApproval } from '../batches/awaits-approval.ts';
import { undoCards } from '../batches/cards/undo-cards.ts';
import { batchKind } from '../batches/proposals/batch-kind.ts';
import { quarantineKind } from '../batches/proposals/quarantine-kind.ts';
import { readImport } from './progress/read-imports.ts';

/** Voids what an import added, as far as it isn't sold. Their codes may come again, in the right batch. */
export async function undoImport(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    await readImport(sql, id, ctx.clock.now());
    const [undone] = await sql<{ batch_id: string }[]>`
      update imports set state = 'undone', ended_at = ${ctx.clock.now()}
      where id = ${id} and state = 'committed' returning batch_id`;
    if (!undone) throw new AppError('conflict', message('import.not_committed'));
    const voided = await undoCards(ctx, sql, id);
    await closeProposals(ctx, sql, actor, { import_id: id, batch_id: undone.batch_id });
    const [left] = await sql<{ sold: number }[]>`
      select count(*) as sold from cards where import_id = ${id} and state = 'sold'`;
    const details = { import_id: id, voided, sold: left!.sold };
    await appendAudit(sql, { ...by(actor), action: 'import.undone', subject: undone.batch_id, details });
    return readImport(sql, id, ctx.clock.now());
  });
  return { data };
}

/** Nobody has to decide about cards that are gone. */
async function closeProposals(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { import_id, batch_id }: { import_id: string; batch_id: string },
): Promise<void> {
  const quarantines = await sql<
    { id: string }[]
  >`select id from quarantines where import_id = ${import_id} order by id`;
  for (const { id } of quarantines) await dismiss(ctx, sql, actor, { kind: quarantineKind, subject: id });
  if (!(await awaitsApproval(sql, batch_id))) await dismiss(ctx, sql, actor, { kind: batchKind, subject: batch_id });
}
