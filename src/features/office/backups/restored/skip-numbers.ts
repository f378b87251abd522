import type { Tx } from '#platform/db/client.ts';

/** More than a shop gives in the time that a backup with its log can lack. */
export const SKIPPED = 1_000;

/** Leaves a gap in the numbers that people are told, such as those of orders: none is given twice. */
export async function skipNumbers(sql: Tx): Promise<void> {
  await sql`
    select setval(s.oid::regclass, nextval(s.oid::regclass) + ${SKIPPED})
    from pg_class s
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and (s.relname like '%\\_numbers' or exists (
        select from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = s.oid and a.attname = 'number'))`;
}
