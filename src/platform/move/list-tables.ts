import type { Db } from '#platform/db/client.ts';

/** A table with the columns that are stored, in the order of their names; those that are computed come by themselves. */
export interface StoredTable {
  /** Quoted, with its schema. */
  name: string;
  columns: string[];
}

/** Where tables of a shop are: its own, and those of its jobs. */
export const SCHEMAS = ['public', 'graphile_worker'];
/** What says how a database was made, and not what is in it. */
const OWN_STATE = ['public.schema_rules', 'public.unfinished_move', 'graphile_worker.migrations'];

/** The tables of a shop's database, in the order of their names. */
export const listTables = (sql: Db): Promise<StoredTable[]> => sql<StoredTable[]>`
  select format('%I.%I', nspname, relname) as name,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attname) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname = any(${SCHEMAS}) and nspname || '.' || relname <> all(${OWN_STATE})
  order by nspname desc, relname`;
