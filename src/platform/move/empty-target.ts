import type { Sql } from '#platform/db/client.ts';
import { SCHEMAS } from './list-tables.ts';
import { beginMove, readUnfinished } from './unfinished-move.ts';

/**
 * Makes a database ready for a shop that is moved or restored into it: refuses one that holds anything, but for what an earlier attempt
 * left that didn't end, which goes.
 */
export async function emptyTarget(sql: Sql, id: string): Promise<void> {
  if ((await readUnfinished(sql)) !== null) await removeAll(sql);
  const [found] = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = any(${SCHEMAS}) and relkind in ('r', 'p', 'v', 'm', 'S', 'f') limit 1`;
  if (found)
    throw new Error(
      `The database isn't empty: it has ${found.name}. Create another one for the shop, and nothing in it.`,
    );
  await beginMove(sql, id);
}

/** The owner of the database owns its schema, too. Every role finds it again, as in a new database. */
async function removeAll(sql: Sql): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`;
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql`grant usage on schema public to public`;
}
