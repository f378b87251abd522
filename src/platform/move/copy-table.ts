import { pipeline } from 'node:stream/promises';
import type { Sql } from '#platform/db/client.ts';
import type { StoredTable } from './list-tables.ts';

/** Copies all rows of a table into the empty one of another database, as text, which all releases write alike. */
export async function copyTable(source: Sql, target: Sql, { name, columns }: StoredTable): Promise<void> {
  const rows = `${name} (${columns.join(', ')})`;
  const from = await source.unsafe(`copy ${rows} to stdout`).readable();
  const to = await target.unsafe(`copy ${rows} from stdin`).writable();
  await pipeline(from, to);
}
