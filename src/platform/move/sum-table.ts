import type { Sql } from '#platform/db/client.ts';
import type { StoredTable } from './list-tables.ts';

/** Equal for tables that hold the same rows, in whatever order. */
export interface TableSum {
  rows: number;
  /** The sum of 60 bits of the MD5 of each row's text: an error that changes it not would be made on purpose. */
  digest: string;
}

/** Counts the rows of a table and adds up their digests. */
export async function sumTable(sql: Sql, { name, columns }: StoredTable): Promise<TableSum> {
  const [sum] = await sql.unsafe<TableSum[]>(`
    select count(*) as rows, coalesce(sum(('x' || substr(md5(r::text), 1, 15))::bit(60)::bigint), 0)::text as digest
    from (select ${columns.join(', ')} from ${name}) r`);
  return sum!;
}
