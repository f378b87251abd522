import type { Db } from './client.ts';

/**
 * Runs `callback` once the caller's transaction has committed, or at once outside of a transaction. A rollback drops it; the
 * same function runs once. It must not throw: the transaction can no longer fail.
 */
export function afterCommit(sql: Db, callback: () => void): void {
  if ('begin' in sql) callback();
  else sql.callbacks.add(callback);
}
