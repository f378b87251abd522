import type { Tx } from '#platform/db/client.ts';

/** Throws if a row refers to one that was emptied away: references aren't checked while a copy is scrubbed. */
export async function refuseOrphans(sql: Tx): Promise<void> {
  const references = await sql<{ name: string; from_table: string; to_table: string; pairs: string; given: string }[]>`
    select c.conname as name, c.conrelid::regclass::text as from_table, c.confrelid::regclass::text as to_table,
      (select string_agg(format('f.%I = t.%I', a.attname, b.attname), ' and ')
        from unnest(c.conkey, c.confkey) as k (a, b)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.a
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.b) as pairs,
      (select string_agg(format('f.%I is not null', a.attname), ' and ')
        from unnest(c.conkey) as k (a) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.a) as given
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
  for (const { name, from_table, to_table, pairs, given } of references) {
    const found = await sql.unsafe(
      `select from ${from_table} f where ${given} and not exists (select from ${to_table} t where ${pairs}) limit 1`,
    );
    if (found.length > 0)
      throw new Error(`Rows of ${from_table} refer to rows of ${to_table} that are gone (${name}).`);
  }
}
