import type { Db, Tx } from './client.ts';
import { isRetryable } from './pg-errors.ts';

const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction and returns its result once that is committed. A transaction that lost a deadlock
 * is retried from the start, so `work` must touch nothing but the database. Joins a transaction that is already open.
 */
export async function transaction<T>(sql: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!('begin' in sql)) return work(sql);
  for (let attempt = 1; ; attempt++) {
    try {
      const callbacks = new Set<() => void>();
      // Wrapped, because the client would await a returned array's members one by one.
      const { result } = await sql.begin(async (opened) => {
        const tx = Object.assign(opened, { placer: sql.placer, callbacks });
        return { result: await work(tx) };
      });
      for (const callback of callbacks) callback();
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A ctx for what is done within a transaction. */
export const within = <C extends { sql: Db }, S extends Db>(ctx: C, sql: S): C & { sql: S } => ({ ...ctx, sql });
