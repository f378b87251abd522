import type { Db, Tx } from '#platform/db/client.ts';
import { type Concentration, type WindowCount, watchConcentration } from '../../import-guard/concentration.ts';
import type { CodeFormat } from '../../import-guard/format.ts';

/** Watches a programme's cards over all its imports (IG-24). */
export async function openWindows(sql: Db, programme_id: string, format: CodeFormat): Promise<Concentration> {
  const known = await sql<WindowCount[]>`
    select pin_first, start, length, seen, valid from programme_windows where programme_id = ${programme_id}`;
  return watchConcentration(format, known);
}

/** Makes imports into one programme take turns, so that each counts what the others counted. */
export async function lockWindows(sql: Tx, programme_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`windows of ${programme_id}`}, 0))`;
}

/** Adds what was counted. */
export async function addWindows(sql: Tx, programme_id: string, { counted }: Concentration): Promise<void> {
  const rows = counted().map((count) => ({ programme_id, ...count }));
  if (rows.length === 0) return;
  await sql`
    insert into programme_windows ${sql(rows)}
    on conflict (programme_id, pin_first, start, length)
    do update set seen = programme_windows.seen + excluded.seen, valid = programme_windows.valid + excluded.valid`;
}
