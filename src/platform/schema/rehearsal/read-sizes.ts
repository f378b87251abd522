import type { Sql } from '#platform/db/client.ts';

/** How large a table is: what a change of it takes follows from that. */
export interface TableSize {
  rows: number;
  /** Without its indexes. */
  bytes: number;
  index_bytes: number;
}

/** The tables of a database by their names; rows as PostgreSQL's statistics estimate them. */
export async function readSizes(sql: Sql): Promise<Map<string, TableSize>> {
  const rows = await sql<(TableSize & { name: string })[]>`
    select relname as name, pg_table_size(oid) as bytes, pg_indexes_size(oid) as index_bytes,
      -- Never analysed: a row of the usual size.
      (case when reltuples < 0 then pg_relation_size(oid) / 100 else reltuples end)::bigint as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')`;
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}
