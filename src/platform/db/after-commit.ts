import type { Db } from './client.ts';

/**
 * Runs `callback` once the caller's transaction has committed, or at once outside a transaction. A rollback drops it;
 * adding it twice runs it once. It must not throw: the transaction can no longer fail.
 */
export function afterCommit(sql: Db, callback: () => void): void {
  if ('begin' in sql) callback();
  else sql.callbacks.add(callback);
}
