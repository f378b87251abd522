import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** Every address ever given out; `version` grows with each. */
export interface WatchedKeys {
  version: number;
  keys: ReadonlySet<Key>;
}

export async function watchedVersion(sql: Db, coin: Coin): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select coalesce(sum(next_index), 0)::bigint as version from xpub_accounts where coin = ${coin}`;
  return row!.version;
}

/** The keys to match, read again only when an address was given out since. */
export async function readWatchedKeys(sql: Db, coin: Coin, known: WatchedKeys | undefined): Promise<WatchedKeys> {
  // The version first: keys may be newer than it, never older.
  const version = await watchedVersion(sql, coin);
  if (known?.version === version) return known;
  const rows = await sql<{ key: Key }[]>`select key from deposit_addresses where coin = ${coin}`;
  return { version, keys: new Set(rows.map(({ key }) => key)) };
}
