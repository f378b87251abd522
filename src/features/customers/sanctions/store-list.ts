import type { Db, Tx } from '#platform/db/client.ts';
import type { SanctionsList } from './read-list.ts';

const ROWS_AT_ONCE = 5_000;
export const LINES_REPORTED = 50;

/** When the file of the list in force was last written. */
export async function noteFileTime(sql: Db, list_id: number, file_at: Date): Promise<void> {
  await sql`
    update sanctions_lists set file_at = ${file_at} where id = ${list_id} and file_at is distinct from ${file_at}`;
}

/** Puts a list in force, in the caller's transaction; returns its id. */
export async function storeList(
  sql: Tx,
  { keys, countries, names, skipped }: SanctionsList,
  { sha256, entries, file_at, now }: { sha256: Uint8Array; entries: number; file_at: Date; now: Date },
): Promise<number> {
  const [list] = await sql<{ id: number }[]>`
    insert into sanctions_lists (sha256, entries, skipped, skipped_lines, loaded_at, file_at)
    values (${sha256}, ${entries}, ${skipped.length}, ${skipped.slice(0, LINES_REPORTED)}, ${now}, ${file_at})
    returning id`;
  const list_id = list!.id;
  await replaceRows(
    sql,
    'sanctioned_keys',
    keys.map((key) => ({ key, list_id })),
  );
  await replaceRows(
    sql,
    'sanctioned_names',
    names.map((name) => ({ name, list_id })),
  );
  await replaceRows(
    sql,
    'embargoed_countries',
    countries.map((country) => ({ country, list_id })),
  );
  return list_id;
}

/** Replaces what a table holds of the list before. */
async function replaceRows(
  sql: Tx,
  table: 'sanctioned_keys' | 'sanctioned_names' | 'embargoed_countries',
  rows: object[],
) {
  await sql`delete from ${sql(table)}`;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await sql`insert into ${sql(table)} ${sql(rows.slice(start, start + ROWS_AT_ONCE))}`;
}
