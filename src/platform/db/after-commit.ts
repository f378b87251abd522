import type { Db } from './client.ts';

const wakers = new WeakMap<Db, () => void>();
const marked = new WeakSet<Db>();

/** Names what to wake in this process when a transaction of this pool that asked for it has committed. */
export function onMarkedCommit(pool: Db, wake: () => void): void {
  wakers.set(pool, wake);
}

/** Asks for that once the caller's transaction has committed; at once where there is none. */
export function markCommit(sql: Db): void {
  if ('begin' in sql) wakers.get(sql)?.();
  else marked.add(sql);
}

/** Told by `transaction` of every commit. */
export function afterCommit(pool: Db, tx: Db): void {
  if (marked.has(tx)) wakers.get(pool)?.();
}
