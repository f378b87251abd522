import type { StockImport } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { STALLED_MS } from './stalled.ts';

type Row = Omit<StockImport, 'progress' | 'refusal' | 'rows'> & {
  reason: NonNullable<StockImport['refusal']>['reason'] | null;
  refused_rule: NonNullable<StockImport['refusal']>['rule'];
  refused_row: number | null;
  refused_column: string | null;
  refused_hint: NonNullable<StockImport['refusal']>['hint'];
  row_count: number;
  clean_rows: number;
  refused_rows: number;
  commit_started_at: string | null;
  heartbeat_at: string;
};

interface Which {
  /** SQL that says which ones, of `imports i`. */
  where: Query;
  limit: number;
  offset?: number;
  now: Date;
}

/** Imports as the back office sees them, newest first. */
export async function readImports(sql: Db, { where, limit, offset = 0, now }: Which): Promise<StockImport[]> {
  const silent = new Date(now.getTime() - STALLED_MS);
  const rows = await sql<Row[]>`
    select i.id, i.batch_id, i.state, u.username as uploaded_by, c.username as committed_by, a.username as approved_by,
      i.approved_at, encode(i.file_sha256, 'hex') as file_sha256, i.file_bytes, i.delimiter,
      i.encoding, i.decimal_comma, i.dotted_dates,
      i.columns, i.quarantine, i.imported_cards, i.created_at, i.ended_at, i.reason, i.refused_rule, i.refused_row,
      i.refused_column, i.refused_hint, i.row_count, i.clean_rows, i.refused_rows, i.commit_started_at,
      i.heartbeat_at, i.state in ('checking', 'committing') and i.heartbeat_at < ${silent} as stalled,
      coalesce((select jsonb_agg(jsonb_build_object('rule', rule, 'rows', n) order by rule)
        from (select rule, count(*) as n from import_errors where import_id = i.id group by rule) e),
          '[]') as refused_by_rule,
      array(select distinct hint from import_errors where import_id = i.id and hint is not null order by 1) as hints
    from imports i join users u on u.id = i.uploaded_by
    left join users c on c.id = i.committed_by left join users a on a.id = i.approved_by
    where ${where} order by i.id desc limit ${limit} offset ${offset}`;
  return rows.map(shape);
}

export async function readImport(sql: Db, id: string, now: Date): Promise<StockImport> {
  const [found] = await readImports(sql, { where: sql`i.id = ${id}`, limit: 1, now });
  if (!found) throw new AppError('not_found', message('import.not_found'));
  return found;
}

function shape(row: Row): StockImport {
  const { reason, refused_rule, refused_row, refused_column, refused_hint, ...known } = row;
  const { row_count, clean_rows, refused_rows, ...rest } = known;
  const { commit_started_at: _start, heartbeat_at: _beat, ...facts } = rest;
  const quarantined = row.quarantine.reduce((sum, { cards }) => sum + cards, 0);
  return {
    ...facts,
    columns: row.columns?.map((column) => column || null) ?? null,
    refusal: reason && { reason, rule: refused_rule, row: refused_row, column: refused_column, hint: refused_hint },
    rows: { total: row_count, clean: clean_rows, quarantined, refused: refused_rows },
    progress: progressOf(row, clean_rows + quarantined),
  };
}

function progressOf(row: Row, rows: number): StockImport['progress'] {
  if (row.state !== 'committing' || row.commit_started_at === null) return null;
  const done = row.imported_cards;
  const seconds = (Date.parse(row.heartbeat_at) - Date.parse(row.commit_started_at)) / 1000;
  const rate = seconds > 0 && done > 0 ? Math.max(1, Math.round(done / seconds)) : null;
  return { rows, done, rows_per_second: rate, seconds_left: rate && Math.ceil((rows - done) / rate) };
}
