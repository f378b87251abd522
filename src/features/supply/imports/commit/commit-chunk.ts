import { fitsCode, fitsPin } from '#contracts/supply/codes/fits-code.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, Ctx, VaultCtx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import { FileRefused } from '../../../oversight/import-guard/read-rows.ts';
import type { GuardedRow } from '../../../oversight/import-guard/row-guard.ts';
import { insertCards, type StockRow } from '../../batches/cards/insert-cards.ts';
import { quarantineIds } from '../../batches/quarantines/quarantine-ids.ts';
import { dataKeyAad } from '../../batches/secrets/card-secret.ts';
import { applyStockRules } from '../check/apply-stock-rules.ts';
import type { Chunk } from '../check/check-rows.ts';
import { finishCommit } from './finish-commit.ts';
import { keepStatistics, lockStatistics, openStatistics } from './programme-statistics.ts';
import { type ImportBatch, readTarget } from './read-target.ts';
import { refuseCommitted } from './refuse-committed.ts';
import { importKeyAad, openChunk } from './sealed-chunk.ts';

interface Running {
  id: string;
  batch_id: string;
  state: string;
  data_key: Buffer;
  next_chunk: number;
  chunk_count: number;
  usd_e9: number;
  sequential: boolean;
}

interface Refused {
  row: number;
  column_name: string | null;
  rule: string;
}

/**
 * Imports the next chunk of a file, or ends the import after the last: false once there is nothing left to do. Everything
 * stands in one transaction with the cursor, so any process may go on where another one died, and two do no harm.
 */
export async function commitChunk(ctx: VaultCtx, actor: Actor, id: string): Promise<boolean> {
  try {
    return await transaction(ctx.sql, async (sql) => {
      const [running] = await sql<Running[]>`
        select id, batch_id, state, data_key, next_chunk, chunk_count, usd_e9, sequential
        from imports where id = ${id} for update`;
      if (running?.state !== 'committing') return false;
      const batch = await readTarget(within(ctx, sql), running.batch_id);
      if (running.next_chunk === running.chunk_count) {
        await finishCommit(ctx, sql, actor, { id, batch });
        return false;
      }
      await importChunk(ctx, sql, running, batch);
      await publishUserEvent(sql, actor.user.id, 'import', { id });
      return true;
    });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    await refuseCommitted(ctx, actor, id, error);
    return false;
  }
}

async function importChunk(ctx: VaultCtx, sql: Tx, running: Running, batch: ImportBatch): Promise<void> {
  const { id, next_chunk, usd_e9 } = running;
  const place = { import_id: id, chunk: next_chunk };
  const [stored] = await sql<{ sealed: Buffer }[]>`
    select sealed from import_chunks where import_id = ${id} and chunk = ${next_chunk}`;
  const key = ctx.vault.unwrap(running.data_key, importKeyAad(id));
  const { before, rows } = openChunk(ctx.vault, key, place, stored!.sealed);
  const refused: Refused[] = [];
  const accepted = await judgeAgain(ctx, sql, { running, batch, rows, refused });
  await lockStatistics(sql, batch.programme_id);
  const statistics = await openStatistics(ctx, sql, batch);
  if (before) statistics.follow(before.code, before.pin);
  const dataKey = ctx.vault.unwrap(batch.data_key, dataKeyAad(batch.id));
  const target = { batch, import_id: id, usd_e9, dataKey, rows: accepted };
  const { duplicates, again } = await insertCards(ctx.vault, sql, target);
  for (const row of accepted) {
    if (duplicates.has(row)) refused.push({ row: row.number, column_name: 'code', rule: 'IG-19' });
    else if (!again.has(row) && statistics.add(row.card.code, row.card.pin)) throw new FileRefused('IG-24', row.number);
  }
  await keepStatistics(ctx, sql, batch.programme_id, statistics);
  if (refused.length > 0) {
    await sql`
      insert into import_errors ${sql(refused.map((error) => ({ import_id: id, ...error })))} on conflict do nothing`;
  }
  await sql`
    update imports set next_chunk = next_chunk + 1, refused_rows = refused_rows + ${refused.length}, failures = 0,
      imported_cards = imported_cards + ${accepted.length - duplicates.size},
      heartbeat_at = ${ctx.clock.now()}, stall_notified_at = null
    where id = ${id}`;
}

interface Again {
  running: Running;
  batch: ImportBatch;
  rows: Chunk['rows'];
  /** Receives those that no longer fit. */
  refused: Refused[];
}

/** The programme, the day and the rate may have changed since the file was judged. */
async function judgeAgain(ctx: Ctx, sql: Tx, { running, batch, rows, refused }: Again): Promise<StockRow[]> {
  const now = ctx.clock.now();
  const today = now.toISOString().slice(0, 10);
  const terms = { ...batch, usd_e9: running.usd_e9 };
  const idOf = quarantineIds(sql, { import_id: running.id, batch_id: batch.id, now });
  const accepted: StockRow[] = [];
  for (const { number, card } of rows) {
    const column = misfit(batch.code_format, card);
    if (column) {
      refused.push({ row: number, column_name: column, rule: 'IG-15' });
      continue;
    }
    const judged = applyStockRules(terms, card, today);
    if ('rule' in judged) {
      refused.push({ row: number, column_name: judged.column, rule: judged.rule });
      continue;
    }
    const rules = running.sequential ? [...judged.quarantine, 'IG-22' as const] : judged.quarantine;
    accepted.push({ number, card, face_cents: judged.face_cents, quarantine_id: await idOf(rules) });
  }
  return accepted;
}

/** A newer version of the programme may have another mask. */
function misfit({ code, pin }: CodeFormat, card: GuardedRow): 'code' | 'pin' | null {
  if (!fitsCode(code, card.code)) return 'code';
  return fitsPin(pin, card.pin ?? '') ? null : 'pin';
}
