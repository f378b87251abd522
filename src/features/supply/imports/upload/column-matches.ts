import { createHash } from 'node:crypto';
import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import type { Db } from '#platform/db/client.ts';
import type { MatchColumn, Matched } from '../../../oversight/import-guard/check-header.ts';
import { normalise } from '../../../oversight/import-guard/numbers/normalise.ts';

/** Columns by the hash of the name that a supplier gives them: of a file's own text nothing is kept. */
type Matches = Map<string, Matched>;

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');

/** Matches a file's columns as typed, or else as they were matched last for the same supplier. */
export async function matcherOf(sql: Db, supplier: string, columns: readonly (Matched | null)[]) {
  const remembered: Matches = new Map();
  for (const { hash, column_name } of await sql<{ hash: string; column_name: Matched }[]>`
    select encode(header_sha256, 'hex') as hash, column_name from column_matches where supplier = ${supplier}`) {
    remembered.set(hash, column_name);
  }
  const typed: Matches = new Map();
  const match: MatchColumn = (name, place) => {
    const chosen = columns[place];
    // Only this file goes without a column that we know: the next one is read by its name again.
    const left = chosen === 'skip' && guessColumn(normalise(name)) !== undefined;
    if (chosen && chosen !== name && !left) typed.set(hashOf(name), chosen);
    return chosen ?? remembered.get(hashOf(name));
  };
  return { match, typed: () => typed };
}

export async function rememberColumns(sql: Db, supplier: string, typed: Matches): Promise<void> {
  for (const [hash, column_name] of typed) {
    await sql`
      insert into column_matches (supplier, header_sha256, column_name)
      values (${supplier}, ${Buffer.from(hash, 'hex')}, ${column_name})
      on conflict (supplier, header_sha256) do update set column_name = excluded.column_name`;
  }
}
