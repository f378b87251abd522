import type { DateOrder } from '#contracts/supply/stock-file/read-date.ts';
import { message } from '#i18n/message.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Actor, Ctx, VaultCtx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { Matched } from '../../../oversight/import-guard/check-header.ts';
import { FileRefused, type RowReader, readRows } from '../../../oversight/import-guard/read-rows.ts';
import { GUARD_VERSION } from '../../../oversight/import-guard/scan/rule.ts';
import { scanText } from '../../../oversight/import-guard/scan/scan-text.ts';
import { checkRows, type Findings } from '../check/check-rows.ts';
import { openStatistics } from '../commit/programme-statistics.ts';
import { type ImportBatch, readTarget } from '../commit/read-target.ts';
import { importKeyAad, sealChunk } from '../commit/sealed-chunk.ts';
import { matcherOf, rememberColumns } from './column-matches.ts';
import { createStockLookup } from './find-known.ts';
import { recordRefusal } from './record-refusal.ts';
import { WrongFile } from './wrong-file.ts';

/** A file as it was given to us. */
export interface StockFile {
  batch_id: string;
  /** Its own name, without folders; looked at and kept nowhere. */
  file_name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** What its columns are, as somebody matched them; null: what its name says. */
  columns?: readonly (Matched | null)[];
  /** What comes first in dates with slashes; without it, dates with two meanings are refused. */
  date_order?: DateOrder | null;
}

interface Check {
  id: string;
  batch: ImportBatch;
  file: StockFile;
  reader: RowReader;
  findings: Findings;
  sealed: Buffer[];
}

const PROGRESS_MS = 1_000;

/**
 * Judges a file for a batch without writing cards, in constant memory. Only when the import guard has passed all of it are
 * the rows that may be imported stored, sealed; payment-card or personal data anywhere refuses the file, and nothing of it
 * is kept (P9).
 */
export async function checkFile(
  ctx: VaultCtx,
  actor: Actor,
  file: StockFile,
): Promise<{ id: string; findings: Findings }> {
  requireDuty(actor, 'importer');
  const now = ctx.clock.now();
  const batch = await readTarget(ctx, file.batch_id);
  const usd_e9 = await fiatReference(ctx, ctx.sql, batch.currency, now);
  const { id, key } = await openImport(ctx, actor, batch.id);
  const reader = readRows(file.bytes);
  const findings: Findings = {
    columns: [],
    local: { decimal_comma: false, dotted_dates: false },
    row_count: 0,
    clean_rows: 0,
    quarantine: [],
    refused_rows: 0,
    errors: [],
    sequential: false,
    shapes: null,
  };
  const check: Check = { id, batch, file, reader, findings, sealed: [] };
  const matcher = await matcherOf(ctx.sql, batch.supplier, file.columns ?? []);
  try {
    refuseName(file.file_name);
    await checkRows(
      reader,
      {
        terms: { ...batch, usd_e9 },
        format: batch.code_format,
        today: now.toISOString().slice(0, 10),
        match: matcher.match,
        date_order: file.date_order ?? null,
        statistics: await openStatistics(ctx, ctx.sql, batch),
        findKnown: createStockLookup(ctx),
        keep: (chunk) =>
          void check.sealed.push(sealChunk(ctx.vault, key, { import_id: id, chunk: check.sealed.length }, chunk)),
        onProgress: progressOf(ctx, actor, id),
      },
      findings,
    );
    await store(ctx, actor, check);
    await rememberColumns(ctx.sql, batch.supplier, matcher.typed());
    return { id, findings };
  } catch (error) {
    const known = error instanceof FileRefused || error instanceof WrongFile;
    const file_sha256 = known ? await reader.sha256() : null;
    await recordRefusal(ctx, actor, { id, batch_id: batch.id, findings, bytes: reader.size(), file_sha256, error });
    throw refusalOf(error);
  }
}

function refuseName(file_name: string): void {
  const finding = scanText(file_name, 'product');
  if (finding) throw new FileRefused(finding.rule, 0);
}

async function openImport(ctx: VaultCtx, actor: Actor, batch_id: string) {
  const now = ctx.clock.now();
  const [{ id }] = await ctx.sql<[{ id: string }]>`select uuidv7() as id`;
  const { key, wrapped } = ctx.vault.newDataKey(importKeyAad(id));
  await ctx.sql`insert into imports ${ctx.sql({
    id,
    batch_id,
    uploaded_by: actor.user.id,
    state: 'checking',
    guard_version: GUARD_VERSION,
    data_key: wrapped,
    created_at: now,
    heartbeat_at: now,
  })}`;
  return { id, key };
}

/** Notes how far the check is, once a second. */
function progressOf(ctx: Ctx, actor: Actor, id: string) {
  let reportedAt = performance.now();
  return async (row_count: number) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    await ctx.sql`update imports set row_count = ${row_count}, heartbeat_at = ${ctx.clock.now()} where id = ${id}`;
    await publishUserEvent(ctx.sql, actor.user.id, 'import', { id });
  };
}

async function store(ctx: Ctx, actor: Actor, { id, batch, reader, findings, sealed }: Check): Promise<void> {
  const file_sha256 = await reader.sha256();
  if (batch.announced_sha256 && !batch.announced_sha256.equals(file_sha256)) throw new WrongFile('other_file');
  const [again] = await ctx.sql`
    select 1 from imports where batch_id = ${batch.id} and file_sha256 = ${file_sha256}
      and state in ('checked', 'committing', 'committed', 'failed')`;
  if (again) throw new WrongFile('same_file');
  const { columns, local, row_count, clean_rows, quarantine, refused_rows, errors, sequential, shapes } = findings;
  const now = ctx.clock.now();
  const none = sealed.length === 0;
  try {
    await transaction(ctx.sql, async (sql) => {
      for (const [chunk, bytes] of sealed.entries()) {
        await sql`insert into import_chunks (import_id, chunk, sealed) values (${id}, ${chunk}, ${bytes})`;
      }
      await sql`
        insert into import_errors (import_id, row, column_name, rule, hint)
        select ${id}, e.row, e.column, e.rule, e.hint
        from jsonb_to_recordset(${sql.json(errors)}) as e (row int, "column" text, rule text, hint text)`;
      const { count } = await sql`
        update imports set ${sql({
          state: none ? 'refused' : 'checked',
          reason: none ? 'nothing' : null,
          file_sha256,
          file_bytes: reader.size(),
          delimiter: reader.delimiter(),
          encoding: reader.encoding(),
          columns: columns.map(String),
          ...local,
          row_count,
          clean_rows,
          refused_rows,
          sequential,
          chunk_count: sealed.length,
          heartbeat_at: now,
          ...(none && { ended_at: now, data_key: null }),
        })}, quarantine = ${sql.json(quarantine)}, shapes = ${none ? null : sql.json(shapes)}
          where id = ${id} and state = 'checking'`;
      // It stood still for so long that it was given up.
      if (count === 0) throw new AppError('conflict', message('import.ended'));
      await publishUserEvent(sql, actor.user.id, 'import', { id });
    });
  } catch (error) {
    throw isUniqueViolation(error, 'imports_file') ? new WrongFile('same_file') : error;
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof WrongFile) return new AppError('conflict', message(`import.${error.reason}`));
  if (!(error instanceof FileRefused)) return error;
  const { rule, row, column, hint } = error;
  const place = {
    row,
    column: column ?? '',
    placed: row > 0 && column ? 'cell' : row > 0 ? 'row' : column ? 'column' : 'file',
  };
  const refusal = message('import.refused', { what: message(`rule.${rule}`), rule, ...place });
  return invalidField(
    'file',
    hint ? message('import.refused_hint', { refusal, hint: message(`import.file.${hint}`) }) : refusal,
  );
}
