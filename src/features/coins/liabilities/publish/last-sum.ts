import type { Db } from '#platform/db/client.ts';

export interface LastSum {
  number: number;
  day: string;
  statement: string;
  digest: string;
  signature: Buffer;
}

/** The sum that the next one follows; undefined before the first. */
export async function lastSum(sql: Db): Promise<LastSum | undefined> {
  const [last] = await sql<LastSum[]>`
    select number, day, statement, encode(digest, 'hex') as digest, signature from published_sums order by number desc limit 1`;
  return last;
}
