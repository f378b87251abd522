import { afterCommit } from './after-commit.ts';
import type { Db, Tx } from './client.ts';
import { isRetryable } from './pg-errors.ts';

const attempts = 3;

/**
 * Runs `work` in one transaction and returns its result once that is committed. A transaction that lost a deadlock
 * is run again from the start, so `work` must touch nothing but the database. Inside a transaction it joins that one.
 */
export async function transaction<T>(sql: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!('begin' in sql)) return work(sql);
  for (let attempt = 1; ; attempt++) {
    try {
      // Wrapped, because the client would await a returned array's members one by one.
      const { result, tx } = await sql.begin(async (tx) => ({ result: await work(tx), tx }));
      afterCommit(sql, tx);
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === attempts) throw error;
    }
  }
}
