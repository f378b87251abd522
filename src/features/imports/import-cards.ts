import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { proposeBatch } from '../batches/propose-batch.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import { NETWORK_RANGES_SHA256 } from '../import-guard/numbers/network-ranges.ts';
import { FileRefused, readRows } from '../import-guard/read-rows.ts';
import { GUARD_VERSION } from '../import-guard/rule.ts';
import { scanText } from '../import-guard/scan-text.ts';
import { suspendByGuard } from '../programmes/suspend-by-guard.ts';
import { fiatReference } from '../rates/fiat-reference.ts';
import { requireDuty } from '../sessions/require-duty.ts';
import { type ImportBatch, type ImportReport, readIntoBatch } from './read-into-batch.ts';

/** A file as it was given to us. */
export interface StockFile {
  batch_id: string;
  /** Its own name, without folders; looked at and kept nowhere. */
  file_name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Imports a CSV of cards into a batch as `unconfirmed`, in constant memory. Rows that don't fit are refused one by one or
 * kept for a decision; payment-card or personal data anywhere refuses the file, and nothing of it is stored (P9).
 */
export async function importCards(
  ctx: Ctx,
  actor: Actor,
  { batch_id, file_name, bytes }: StockFile,
): Promise<ImportReport> {
  requireDuty(actor, 'importer');
  const reader = readRows(bytes);
  let started = false;
  try {
    return await transaction(ctx.sql, async (sql) => {
      // The file can be read only once, so a transaction that lost a deadlock can't be retried.
      if (started) throw new AppError('conflict', message('import.in_the_way'));
      started = true;
      const batch = await takeBatch(sql, batch_id, ctx.clock.now());
      refuseName(file_name);
      const report = await readIntoBatch(ctx, sql, actor, batch, reader);
      await close(ctx, sql, actor, batch_id, report);
      return report;
    });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { rule, row, column } = error;
    const file_sha256 = (await reader.sha256()).toString('hex');
    const details = { row, column, rule, file_sha256, ...guardDetails };
    await appendAudit(ctx.sql, { ...by(actor), action: 'batch.refused', subject: batch_id, details });
    if (rule === 'IG-24') await suspendByGuard(ctx, actor, { batch_id, rule });
    const place = {
      row,
      column: column ?? '',
      placed: row > 0 && column ? 'cell' : row > 0 ? 'row' : column ? 'column' : 'file',
    };
    throw invalidField('file', message('import.refused', { what: message(`rule.${rule}`), rule, ...place }));
  }
}

const guardDetails = { guard_version: GUARD_VERSION, range_table_sha256: NETWORK_RANGES_SHA256 };

function refuseName(file_name: string): void {
  const finding = scanText(file_name, 'product');
  if (finding) throw new FileRefused(finding.rule, 0);
}

/** The batch, locked, with today's reference rate: the ceiling and every price of its cards are computed with that (P13). */
async function takeBatch(sql: Tx, id: string, now: Date): Promise<ImportBatch> {
  const [batch] = await sql<Omit<ImportBatch, 'usd_rate_micro'>[]>`
    select b.id, b.programme_id, b.state, b.data_key, b.file_sha256, b.discount_bp,
      p.state as programme_state, p.network, p.code_format, array[p.country] || p.other_countries as countries,
      p.currency, p.face_values_cents, p.face_range
    from batches b join programmes p on p.id = b.programme_id where b.id = ${id} for update of b`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  if (batch.programme_state !== 'active') throw new AppError('conflict', message('programme.not_approved'));
  // A programme of an earlier release may have a mask that is refused today.
  const rule = checkFormat(batch.code_format, batch.network);
  if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
  if (batch.state !== 'draft') throw new AppError('conflict', message('batch.has_file'));
  const usd_rate_micro = await fiatReference(sql, batch.currency, now);
  await sql`update batches set usd_rate_micro = ${usd_rate_micro} where id = ${id}`;
  return { ...batch, usd_rate_micro };
}

/** A file of which no card was kept leaves its batch open for another one. */
async function close(ctx: Ctx, sql: Tx, actor: Actor, batch_id: string, report: ImportReport): Promise<void> {
  const { file_sha256, imported, quarantined, refused } = report;
  const cards = quarantined.reduce((sum, kept) => sum + kept.cards, 0);
  const empty = imported + cards === 0;
  if (!empty) {
    await sql`update batches set state = 'imported', imported_by = ${actor.user.id},
      file_sha256 = ${Buffer.from(file_sha256, 'hex')} where id = ${batch_id}`;
    await proposeBatch({ ...ctx, sql }, actor, { batch_id });
  }
  const details = { imported, quarantined: cards, refused, file_sha256, ...guardDetails };
  const action = empty ? 'batch.nothing_imported' : 'batch.imported';
  await appendAudit(sql, { ...by(actor), action, subject: batch_id, details });
}
