import type { Operator } from '#contracts/office/tax.ts';
import type { Db } from '#platform/db/client.ts';
import { operatorColumns } from './operator-columns.ts';

/** Who the shop is by law; null until its staff agreed to it. */
export async function readOperator(sql: Db): Promise<Operator | null> {
  const [operator] = await sql<Operator[]>`
    select ${operatorColumns(sql)} from operator_versions order by at desc limit 1`;
  return operator ?? null;
}
