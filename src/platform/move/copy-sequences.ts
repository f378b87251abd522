import type { Sql } from '#platform/db/client.ts';
import { SCHEMAS } from './list-tables.ts';

/** Has every sequence go on where it stands in the other database. */
export async function copySequences(source: Sql, target: Sql): Promise<void> {
  const sequences = await source<{ name: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = any(${SCHEMAS}) order by 1`;
  for (const { name } of sequences) {
    const [state] = await source.unsafe<{ last_value: string; is_called: boolean }[]>(
      `select last_value::text, is_called from ${name}`,
    );
    await target`select setval(${name}, ${state!.last_value}::bigint, ${state!.is_called})`;
  }
}
