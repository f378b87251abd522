import type { Tx } from '#platform/db/client.ts';
import { nameUnexplained } from './unexplained-alert.ts';

/** Names what is left without an explanation in the statements of these entries. Returns the statements. */
export async function nameTouched(sql: Tx, now: Date, entry_ids: readonly string[]): Promise<string[]> {
  const touched = await sql<{ statement_id: string }[]>`
    select distinct statement_id from bank_entries where id = any(${[...entry_ids]}::uuid[])`;
  for (const { statement_id } of touched) await nameUnexplained(sql, now, statement_id);
  return touched.map(({ statement_id }) => statement_id);
}
