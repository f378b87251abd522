import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { dataKeyAad } from '../batches/secrets/card-secret.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { checkHeader } from '../import-guard/check-header.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import { FileRefused, type RowReader } from '../import-guard/read-rows.ts';
import { type GuardedRow, type Refusal, rowGuard } from '../import-guard/row-guard.ts';
import { refusesFile } from '../import-guard/rule.ts';
import { applyStockRules, type StockTerms } from './apply-stock-rules.ts';
import { countSequence } from './count-sequence.ts';
import { addWindows, openWindows } from './count-windows.ts';
import { insertCards, type StockRow } from './insert-cards.ts';
import { keepQuarantined, type Quarantined } from './keep-quarantined.ts';

/** Rows are numbered as in the file, the header being row 1. */
export type RefusedRow = Refusal & { row: number };

export interface ImportReport {
  imported: number;
  /** Kept off sale until somebody decides about them. */
  quarantined: Quarantined[];
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

/** Reads a file's rows into their batch, in one pass and in constant memory. */
export async function readIntoBatch(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  batch: ImportBatch,
  reader: RowReader,
): Promise<ImportReport> {
  const dataKey = ctx.vault.unwrap(batch.data_key, dataKeyAad(batch.id));
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const windows = await openWindows(sql, batch.programme_id, batch.code_format);
  const sequence = countSequence(batch.code_format.code);
  const quarantines = keepQuarantined(ctx, sql, batch.id);
  const refused_rows: RefusedRow[] = [];
  let refused = 0;
  let judge: ReturnType<typeof rowGuard> | undefined;
  let chunk: StockRow[] = [];

  const refuse = (row: number, { rule, column }: Refusal) => {
    refused++;
    if (refused_rows.length < REPORTED_ROWS) refused_rows.push({ row, rule, column });
  };
  const flush = async () => {
    const duplicates = new Set(await insertCards(ctx.vault, sql, { batch, dataKey, rows: chunk }));
    for (const row of chunk) {
      if (duplicates.has(row)) refuse(row.number, { rule: 'IG-19', column: 'code' });
      else if (windows.add(row.card.code, row.card.pin)) throw new FileRefused('IG-24', row.number);
    }
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
    const { card, face_cents, quarantine } = verdict;
    sequence.add(card.code);
    chunk.push({ number, card, face_cents, quarantine_id: await quarantines.idOf(quarantine) });
    if (chunk.length === CHUNK_ROWS) await flush();
  }
  if (!judge) throw new FileRefused('IG-12', 0);
  await flush();
  if (sequence.isSequence()) await quarantines.keepAll('IG-22');
  await addWindows(sql, batch.programme_id, windows);
  const sha256 = await reader.sha256();
  if (batch.file_sha256 && !batch.file_sha256.equals(sha256)) {
    throw new AppError('conflict', message('import.other_file'));
  }
  refused_rows.sort((a, b) => a.row - b.row);
  const [kept] = await sql<{ imported: number }[]>`
    select count(*) as imported from cards where batch_id = ${batch.id} and state = 'unconfirmed'`;
  const quarantined = await quarantines.proposeAll(actor);
  return { imported: kept!.imported, quarantined, refused, refused_rows, file_sha256: sha256.toString('hex') };
}

function readHeader(cells: string[]) {
  const header = checkHeader(cells);
  if ('columns' in header) return header.columns;
  throw new FileRefused(header.rule, 1, header.column > 0 ? String(header.column) : null);
}

function judgeRow(batch: ImportBatch, today: string, guarded: { row: GuardedRow } | Refusal) {
  if ('rule' in guarded) return guarded;
  const judged = applyStockRules(batch, guarded.row, today);
  return 'rule' in judged ? judged : { card: guarded.row, ...judged };
}
