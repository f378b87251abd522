import type { Input, Reply } from '#contracts/call.ts';
import type { cancelImport as contract } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { undoCards } from '../batches/cards/undo-cards.ts';
import { dropChunks } from './commit/drop-chunks.ts';
import { readImport } from './progress/read-imports.ts';

const OPEN = ['checked', 'committing', 'failed'];

/** Drops a judged file. An import that runs stops after the chunk it is at, and what it added is taken back. */
export async function cancelImport(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, query: { state } }: Pick<Input<typeof contract>, 'params' | 'query'>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await readImport(sql, id, ctx.clock.now());
    const [cancelled] = await sql<{ batch_id: string }[]>`
      update imports set state = 'cancelled', data_key = null, ended_at = ${ctx.clock.now()}
      where id = ${id} and state = any(${state ? [state] : OPEN}) returning batch_id`;
    if (!cancelled) throw new AppError('conflict', message('import.ended'));
    const voided = await undoCards(ctx, sql, id);
    await dropChunks(sql, id);
    const details = { import_id: id, voided };
    await appendAudit(sql, { ...by(actor), action: 'import.cancelled', subject: cancelled.batch_id, details });
    return { data: await readImport(sql, id, ctx.clock.now()) };
  });
}
