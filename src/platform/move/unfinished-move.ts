import type { Db, Sql } from '#platform/db/client.ts';

/** Marks a database as one into which a shop is being brought. Every role may read it: the one that serves asks before it starts. */
export async function beginMove(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`create table public.unfinished_move (id uuid not null, began_at timestamptz not null default now())`;
    await tx`grant select on public.unfinished_move to public`;
    await tx`insert into public.unfinished_move (id) values (${id})`;
  });
}

/** The move ended: shops may start there. */
export async function endMove(sql: Sql): Promise<void> {
  await sql`drop table public.unfinished_move`;
}

/** Which move began in a database and didn't end; null: none. */
export async function readUnfinished(sql: Db): Promise<string | null> {
  const [table] = await sql`select from pg_tables where schemaname = 'public' and tablename = 'unfinished_move'`;
  if (!table) return null;
  const [move] = await sql<{ id: string }[]>`select id from public.unfinished_move`;
  return move?.id ?? null;
}

/** Throws where a move didn't end, unless it is this one: no shop may sell from half of its books. */
export async function refuseUnfinishedMove(sql: Db, own?: string): Promise<void> {
  const [table] = await sql`select from pg_tables where schemaname = 'public' and tablename = 'unfinished_move'`;
  if (!table || (own !== undefined && (await readUnfinished(sql)) === own)) return;
  throw new Error(
    'A shop is being brought into this database, or that was interrupted: run facevalue move-database again, with the settings of the old one, or facevalue restore.',
  );
}
