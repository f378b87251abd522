import { setImmediate as breathe } from 'node:timers/promises';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { openAccount } from './open-account.ts';

/** Every address ever given out, and the next ones in line; `version` grows with each one given out. */
export interface WatchedKeys {
  version: number;
  keys: ReadonlySet<Key>;
}

/** How far beyond the next index payments are detected: there they become unclaimed deposits. */
export const WATCH_AHEAD = 200;
/** Deriving an address takes 2 ms: small batches let requests be served in between. */
const DERIVED_AT_ONCE = 5;

export async function watchedVersion(sql: Db, coin: Coin): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select coalesce(sum(next_index), 0)::bigint as version from xpub_accounts where coin = ${coin}`;
  return row!.version;
}

/** The keys to match, read again only if an address has been given out since. */
export async function readWatchedKeys(sql: Db, chain: Chain, known: WatchedKeys | undefined): Promise<WatchedKeys> {
  const { coin } = chain;
  // The version first: the keys may then be newer than it, but never older.
  const version = await watchedVersion(sql, coin);
  if (known?.version === version) return known;
  await deriveAhead(sql, chain);
  const rows = await sql<{ key: Key }[]>`
    select key from deposit_addresses where coin = ${coin} union select key from derived_keys where coin = ${coin}`;
  return { version, keys: new Set(rows.map(({ key }) => key)) };
}

/** Stores every key up to WATCH_AHEAD beyond the next index, so that no restart derives it again. */
async function deriveAhead(sql: Db, chain: Chain): Promise<void> {
  const { coin, xpubHash, addressAt } = chain;
  await openAccount(sql, chain);
  const [account] = await sql<{ id: number; next_index: number; derived: number }[]>`
    select id, next_index, (select count(*) from derived_keys where account_id = x.id) as derived
    from xpub_accounts x where coin = ${coin} and xpub_hash = ${xpubHash}`;
  const { id, next_index, derived } = account!;
  for (let from = derived; from < next_index + WATCH_AHEAD; from += DERIVED_AT_ONCE) {
    const count = Math.min(DERIVED_AT_ONCE, next_index + WATCH_AHEAD - from);
    const keys = Array.from({ length: count }, (_, i) => addressAt(from + i).key);
    await sql`
      insert into derived_keys (account_id, coin, index, key)
      select ${id}, ${coin}, ${from} + place - 1, key from unnest(${keys}::text[]) with ordinality as each (key, place)
      on conflict do nothing`;
    await breathe();
  }
}
