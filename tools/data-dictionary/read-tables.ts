import type { Sql } from '#platform/db/client.ts';

export interface Column {
  name: string;
  type: string;
  comment: string | null;
  /** The table that it refers to. */
  refers_to: string | null;
}

export interface Table {
  name: string;
  comment: string | null;
  columns: Column[];
}

/** The tables of the schema `public` with their comments, by name. */
export async function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select t.relname as name, obj_description(t.oid, 'pg_class') as comment, (
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'comment', col_description(t.oid, a.attnum),
        'refers_to', (select f.relname from pg_constraint c join pg_class f on f.oid = c.confrelid
          where c.conrelid = t.oid and c.contype = 'f' and a.attnum = any(c.conkey) order by c.conname limit 1))
        order by a.attnum)
      from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') order by t.relname`;
}
