import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { dataKeyAad } from '../batches/card-secret.ts';
import { proposeBatch } from '../batches/propose-batch.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import { checkHeader } from '../import-guard/check-header.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import { NETWORK_RANGES_SHA256 } from '../import-guard/numbers/network-ranges.ts';
import { FileRefused, type RowReader, readRows } from '../import-guard/read-rows.ts';
import { type GuardedRow, type Refusal, rowGuard } from '../import-guard/row-guard.ts';
import { GUARD_VERSION, refusesFile } from '../import-guard/rule.ts';
import { requireDuty } from '../sessions/require-duty.ts';
import { applyStockRules, type StockTerms } from './apply-stock-rules.ts';
import { insertCards, type StockRow } from './insert-cards.ts';

/** Rows are numbered as in the file, the header being row 1. */
export type RefusedRow = Refusal & { row: number };

export interface ImportReport {
  imported: number;
  refused: number;
  /** The first refused rows; `refused` counts all of them. */
  refused_rows: RefusedRow[];
  file_sha256: string;
}

export interface ImportBatch extends StockTerms {
  id: string;
  programme_id: string;
  state: string;
  programme_state: string;
  network: 'closed_loop' | 'open_loop';
  code_format: CodeFormat;
  data_key: Buffer;
  file_sha256: Buffer | null;
  discount_bp: number;
}

const CHUNK_ROWS = 500;
const REPORTED_ROWS = 1000;

/**
 * Imports a CSV of cards into a batch as `unconfirmed`, in constant memory. Rows that don't fit are refused one by one;
 * payment-card or personal data anywhere refuses the file, and nothing of it is stored (P9).
 */
export async function importCards(
  ctx: Ctx,
  actor: Actor,
  { batch_id, bytes }: { batch_id: string; bytes: AsyncIterable<Uint8Array> },
): Promise<ImportReport> {
  requireDuty(actor, 'importer');
  const reader = readRows(bytes);
  let started = false;
  try {
    return await transaction(ctx.sql, async (sql) => {
      // The file can be read only once, so a transaction that lost a deadlock can't be retried.
      if (started) throw new AppError('conflict', message('import.in_the_way'));
      started = true;
      const report = await importInto(ctx, sql, await takeBatch(sql, batch_id), reader);
      const { file_sha256, imported, refused } = report;
      await sql`update batches set state = 'imported', imported_by = ${actor.user.id},
        file_sha256 = ${Buffer.from(file_sha256, 'hex')} where id = ${batch_id}`;
      const details = { imported, refused, file_sha256, ...guardDetails };
      await appendAudit(sql, { ...by(actor), action: 'batch.imported', subject: batch_id, details });
      await proposeBatch({ ...ctx, sql }, actor, { batch_id });
      return report;
    });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { rule, row, column } = error;
    const file_sha256 = (await reader.sha256()).toString('hex');
    const details = { row, column, rule, file_sha256, ...guardDetails };
    await appendAudit(ctx.sql, { ...by(actor), action: 'batch.refused', subject: batch_id, details });
    const place = {
      row,
      column: column ?? '',
      placed: row > 0 && column ? 'cell' : row > 0 ? 'row' : column ? 'column' : 'file',
    };
    throw invalidField('file', message('import.refused', { what: message(`rule.${rule}`), rule, ...place }));
  }
}

const guardDetails = { guard_version: GUARD_VERSION, range_table_sha256: NETWORK_RANGES_SHA256 };

async function takeBatch(sql: Tx, id: string): Promise<ImportBatch> {
  const [batch] = await sql<ImportBatch[]>`
    select b.id, b.programme_id, b.state, b.data_key, b.file_sha256, b.discount_bp, b.usd_rate_micro,
      p.state as programme_state, p.network, p.code_format, p.country, p.currency, p.face_values_cents
    from batches b join programmes p on p.id = b.programme_id where b.id = ${id} for update of b`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  if (batch.programme_state !== 'active') throw new AppError('conflict', message('programme.not_approved'));
  // A programme of an earlier release may have a mask that is refused today.
  const rule = checkFormat(batch.code_format, batch.network);
  if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
  if (batch.state !== 'draft') throw new AppError('conflict', message('batch.has_file'));
  return batch;
}

async function importInto(ctx: Ctx, sql: Tx, batch: ImportBatch, reader: RowReader): Promise<ImportReport> {
  const dataKey = ctx.vault.unwrap(batch.data_key, dataKeyAad(batch.id));
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const refused_rows: RefusedRow[] = [];
  let refused = 0;
  let imported = 0;
  let judge: ReturnType<typeof rowGuard> | undefined;
  let chunk: StockRow[] = [];

  const refuse = (row: number, { rule, column }: Refusal) => {
    refused++;
    if (refused_rows.length < REPORTED_ROWS) refused_rows.push({ row, rule, column });
  };
  const flush = async () => {
    const duplicates = await insertCards(ctx.vault, sql, { batch, dataKey, rows: chunk });
    for (const { number } of duplicates) refuse(number, { rule: 'IG-19', column: 'code' });
    imported += chunk.length - duplicates.length;
    chunk = [];
  };

  for await (const { number, cells } of reader.rows) {
    if (!judge) {
      judge = rowGuard(batch.code_format, readHeader(cells));
      continue;
    }
    const verdict = judgeRow(batch, today, judge(cells));
    if ('rule' in verdict) {
      if (refusesFile(verdict.rule)) throw new FileRefused(verdict.rule, number, verdict.column);
      refuse(number, verdict);
      continue;
    }
    chunk.push({ number, ...verdict });
    if (chunk.length === CHUNK_ROWS) await flush();
  }
  if (!judge) throw new FileRefused('IG-12', 0);
  await flush();
  const sha256 = await reader.sha256();
  if (batch.file_sha256 && !batch.file_sha256.equals(sha256)) {
    throw new AppError('conflict', message('import.other_file'));
  }
  refused_rows.sort((a, b) => a.row - b.row);
  return { imported, refused, refused_rows, file_sha256: sha256.toString('hex') };
}

function readHeader(cells: string[]) {
  const header = checkHeader(cells);
  if ('columns' in header) return header.columns;
  throw new FileRefused(header.rule, 1, header.column > 0 ? String(header.column) : null);
}

function judgeRow(batch: ImportBatch, today: string, guarded: { row: GuardedRow } | Refusal) {
  if ('rule' in guarded) return guarded;
  const judged = applyStockRules(batch, guarded.row, today);
  return 'rule' in judged ? judged : { card: guarded.row, face_cents: judged.face_cents };
}
