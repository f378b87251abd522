import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx, type VaultCtx } from '../../ctx.ts';
import type { Rule } from '../../oversight/import-guard/scan/rule.ts';
import type { Quarantined } from './check/check-rows.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { commitChunk } from './commit/commit-chunk.ts';
import { guardDetails } from './commit/guard-details.ts';
import { checkFile, type StockFile } from './upload/check-file.ts';

export interface ImportReport {
  imported: number;
  /** Kept off sale until somebody decides about them. */
  quarantined: Quarantined[];
  refused: number;
  /** The first refused rows; `refused` counts all of them. */
  refused_rows: { row: number; rule: Rule; column: string | null }[];
  file_sha256: string;
}

/** Judges a file and imports it at once, for callers that wait: the command line and the demo data. */
export async function importCards(ctx: VaultCtx, actor: Actor, file: StockFile): Promise<ImportReport> {
  const { id, findings } = await checkFile(ctx, actor, file);
  if (findings.clean_rows + findings.quarantine.length > 0) {
    await transaction(ctx.sql, (sql) => beginCommit(ctx, sql, actor, id));
    while (await commitChunk(ctx, actor, id));
    return report(ctx, id);
  }
  const nothing = await report(ctx, id);
  const { refused, file_sha256 } = nothing;
  const details = { import_id: id, imported: 0, quarantined: 0, refused, file_sha256, ...guardDetails };
  await appendAudit(ctx.sql, { ...by(actor), action: 'batch.nothing_imported', subject: file.batch_id, details });
  return nothing;
}

async function report({ sql }: Ctx, id: string): Promise<ImportReport> {
  const [counted] = await sql<Pick<ImportReport, 'imported' | 'refused' | 'file_sha256'>[]>`
    select refused_rows as refused, encode(file_sha256, 'hex') as file_sha256,
      (select count(*) from cards where import_id = i.id and state = 'unconfirmed') as imported
    from imports i where id = ${id}`;
  const quarantined = await sql<Quarantined[]>`
    select q.rules, count(*) as cards from quarantines q join cards c on c.quarantine_id = q.id
    where q.import_id = ${id} group by q.id order by q.rules`;
  const refused_rows = await sql<ImportReport['refused_rows']>`
    select row, rule, column_name as column from import_errors where import_id = ${id} order by row limit 1000`;
  return { ...counted!, quarantined: [...quarantined], refused_rows: [...refused_rows] };
}
