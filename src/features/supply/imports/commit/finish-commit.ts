import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { dismiss } from '../../../oversight/four-eyes/dismiss.ts';
import { noteImport } from '../../batches/cards/note-import.ts';
import { batchKind } from '../../batches/proposals/batch-kind.ts';
import { proposeBatch } from '../../batches/propose-batch.ts';
import { proposeQuarantine } from '../../batches/quarantines/propose-quarantine.ts';
import { dropEmptyQuarantines } from '../../batches/quarantines/quarantine-ids.ts';
import { startCheck } from '../../issuers/checks/start-check.ts';
import { dropChunks } from './drop-chunks.ts';
import { guardDetails } from './guard-details.ts';
import type { ImportBatch } from './read-target.ts';

interface Ended {
  file_sha256: Buffer;
  refused_rows: number;
  imported_cards: number;
}

/** Ends an import: its file goes, and other people are asked for what they have to decide. */
export async function finishCommit(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { id, batch }: { id: string; batch: ImportBatch },
): Promise<void> {
  const now = ctx.clock.now();
  const [ended] = await sql<Ended[]>`
    update imports set state = 'committed', data_key = null, heartbeat_at = ${now}, ended_at = ${now}
    where id = ${id} returning file_sha256, refused_rows, imported_cards`;
  const { file_sha256, refused_rows, imported_cards } = ended!;
  await dropChunks(sql, id);
  if (imported_cards > 0) {
    await noteImport(sql, { batch_id: batch.id, imported_by: actor.user.id, file_sha256 });
    // Nobody has read this import in an approval that was asked for before it.
    await dismiss(ctx, sql, actor, { kind: batchKind, subject: batch.id });
    await proposeBatch(within(ctx, sql), actor, { batch_id: batch.id });
    await startCheck(sql, { batch_id: batch.id, asked_by: null, now });
  }
  const quarantined = await proposeQuarantines(ctx, sql, actor, id);
  const details = {
    import_id: id,
    imported: imported_cards - quarantined,
    quarantined,
    refused: refused_rows,
    file_sha256: file_sha256.toString('hex'),
    ...guardDetails,
  };
  const action = imported_cards > 0 ? 'batch.imported' : 'batch.nothing_imported';
  await appendAudit(sql, { ...by(actor), action, subject: batch.id, details });
  await publishUserEvent(sql, actor.user.id, 'import', { id });
}

/** Asks for a decision about each set of broken rules; returns how many cards wait for one. */
async function proposeQuarantines(ctx: Ctx, sql: Tx, actor: Actor, import_id: string): Promise<number> {
  await dropEmptyQuarantines(sql, import_id);
  const quarantines = await sql<{ id: string; cards: number }[]>`
    select q.id, count(*) as cards from quarantines q join cards c on c.quarantine_id = q.id
    where q.import_id = ${import_id} group by q.id order by q.rules`;
  for (const { id } of quarantines) await proposeQuarantine(within(ctx, sql), actor, { id });
  return quarantines.reduce((sum, { cards }) => sum + cards, 0);
}
