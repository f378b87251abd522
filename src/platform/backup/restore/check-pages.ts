import type { Sql } from '#platform/db/client.ts';

/**
 * Reads every page of every table and index with the server's own check (amcheck), which also compares the checksums of pages and
 * looks up each row in its indices. Takes the superuser; returns a line for each problem.
 */
export async function checkPages(sql: Sql): Promise<{ relations: number; problems: string[] }> {
  await sql`create extension if not exists amcheck`;
  try {
    const relations = await sql<{ oid: number; name: string; is_index: boolean }[]>`
      select c.oid::int, c.oid::regclass::text as name, c.relkind = 'i' as is_index from pg_class c
      left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
      where c.relpersistence = 'p' and (c.relkind in ('r', 't', 'm')
        or c.relkind = 'i' and a.amname = 'btree' and i.indisvalid and i.indisready)
      order by c.oid`;
    const problems: string[] = [];
    for (const { oid, name, is_index } of relations) {
      try {
        if (is_index) await sql`select bt_index_check(${oid}::regclass, heapallindexed => true)`;
        else {
          const found = await sql<{ msg: string }[]>`select msg from verify_heapam(${oid}::regclass) limit 5`;
          problems.push(...found.map(({ msg }) => `${name}: ${msg}`));
        }
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message}`);
      }
    }
    return { relations: relations.length, problems };
  } finally {
    await sql`drop extension amcheck`;
  }
}
