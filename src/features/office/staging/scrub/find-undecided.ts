import type { Db } from '#platform/db/client.ts';
import type { ScrubRules } from '../plan/scrub-rule.ts';

/** Types that hold numbers, times and ids alone. Whatever else there is may hold what somebody typed, or a key. */
const PLAIN_TYPES =
  /^(smallint|integer|bigint|numeric|real|double precision|boolean|uuid|date|interval|timestamp with(out)? time zone|time with(out)? time zone)(\(.*\))?(\[\])?$/;

/** Columns for which no rule says what becomes of them, and what rules name that isn't there, as `table.column`. */
export async function findUndecided(sql: Db, rules: ScrubRules): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, 2`;
  const named = Object.entries(rules).flatMap(([table, rule]) =>
    rule === 'emptied'
      ? [table]
      : [...Object.keys(rule.made ?? {}), ...(rule.plain ?? [])].map((column) => `${table}.${column}`),
  );
  const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  const decided = new Set(named);
  const undecided = columns.filter(
    ({ table, column, type }) => !PLAIN_TYPES.test(type) && !decided.has(table) && !decided.has(`${table}.${column}`),
  );
  return [
    ...undecided.map(({ table, column }) => `${table}.${column}`),
    ...named.filter((name) => !known.has(name)).map((name) => `${name} (which is not there)`),
  ];
}
