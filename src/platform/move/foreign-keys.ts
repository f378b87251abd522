import type { Sql } from '#platform/db/client.ts';
import { SCHEMAS } from './list-tables.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Drops every foreign key, so that tables can be filled in any order; returns what adds them again. */
export async function dropForeignKeys(sql: Sql): Promise<ForeignKey[]> {
  const keys = await sql<ForeignKey[]>`
    select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
    where contype = 'f' and nspname = any(${SCHEMAS}) order by 1, 2`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  return keys;
}

/** Adds them, which looks up each row. */
export async function addForeignKeys(sql: Sql, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
}
