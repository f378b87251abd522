import type { Db } from '#platform/db/client.ts';
import { type StoredSum, storedColumns } from './published-sum.ts';

/** The sum that the next one follows; undefined before the first. */
export async function lastSum(sql: Db): Promise<StoredSum | undefined> {
  const [last] = await sql<StoredSum[]>`
    select ${storedColumns(sql)} from published_sums order by number desc limit 1`;
  return last;
}
