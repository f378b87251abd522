import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Sql, Tx } from './client.ts';
import { isLockTimeout, isRetryable } from './pg-errors.ts';
import { transaction } from './transaction.ts';

/** Whoever waits for a lock on a table has everybody behind wait, too: less than a read of the shop waits. */
const LOCK_WAIT_MS = 300;
/** Between two tries: those who waited behind go on. */
const PAUSE_MS = 700;
const PATIENCE_MS = 5 * MINUTE_MS;

/** From here on, a transaction that changes tables gives up a lock that it doesn't get soon. */
export const limitLocks = (tx: Tx): Promise<unknown> => tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`);

/** A transaction whose statements take as long as they need, and wait for no lock for long. */
export const withLockLimit = <T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(sql, async (tx) => {
    await tx`set local statement_timeout = 0`;
    await limitLocks(tx);
    return work(tx);
  });

/** Tries again, for five minutes, what found a table in use. Throws the last failure. */
export async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ; await delay(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > end) throw error;
    }
  }
}

/** Also where it was wrapped in words of which file it was. */
function isPassing(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return [error, cause].some((each) => isLockTimeout(each) || isRetryable(each));
}
