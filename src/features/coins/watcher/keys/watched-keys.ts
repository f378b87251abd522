import { setImmediate as breathe } from 'node:timers/promises';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type DerivedKey, isDerivedByUs, macOfKey } from './derived-key.ts';
import { openAccount } from './open-account.ts';
import { refuseKey } from './refuse-addresses.ts';

/** Every address up to and beyond the ones given out; `version` grows with each one given out. */
export interface WatchedKeys {
  version: number;
  keys: ReadonlySet<Key>;
  /** Where a wallet of the same keys pays itself. */
  change: ReadonlySet<Key>;
  /** All of them: what blocks are searched for. */
  all: ReadonlySet<Key>;
}

/** How far beyond the next index payments are detected: there they become unclaimed deposits. */
export const WATCH_AHEAD = 200;
/** Deriving an address takes a millisecond: small batches let requests be served in between. */
const DERIVED_AT_ONCE = 5;
/** A MAC takes microseconds. */
const CHECKED_AT_ONCE = 1_000;

type Watching = Pick<VaultCtx, 'sql' | 'vault' | 'clock'>;
type Stored = DerivedKey & { mac: Uint8Array | null };

interface Account {
  id: number;
  next_index: number;
}

export async function watchedVersion(sql: Db, coin: Coin): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select coalesce(sum(next_index), 0)::bigint as version from xpub_accounts where coin = ${coin}`;
  return row!.version;
}

/** The keys to match, read again only if an address has been given out since. None that the shop didn't derive is among them. */
export async function readWatchedKeys(
  ctx: Watching,
  chain: Chain,
  known: WatchedKeys | undefined,
): Promise<WatchedKeys> {
  const { coin } = chain;
  // The version first: the keys may then be newer than it, but never older.
  const version = await watchedVersion(ctx.sql, coin);
  if (known?.version === version) return known;
  const account = await findAccount(ctx.sql, chain);
  const rows = await ctx.sql<Stored[]>`
    select coin, account_id, index, key, mac from derived_keys where coin = ${coin}`;
  const keys = new Set<Key>();
  const stored = new Set<number>();
  for (const [at, row] of rows.entries()) {
    const isCurrent = row.account_id === account.id;
    if (isCurrent) stored.add(row.index);
    if (known?.keys.has(row.key) || isDerivedByUs(ctx.vault, row, row.mac)) keys.add(row.key);
    else if (isCurrent) keys.add(await deriveAgain(ctx, chain, row));
    else await refuseKey(ctx.sql, ctx.clock.now(), row);
    if (at % CHECKED_AT_ONCE === 0) await breathe();
  }
  for (const key of await deriveMissing(ctx, chain, account, stored)) keys.add(key);
  const change = chain.changeKeys();
  return { version, keys, change, all: keys.union(change) };
}

async function findAccount(sql: Db, chain: Chain): Promise<Account> {
  await openAccount(sql, chain);
  const [account] = await sql<Account[]>`
    select id, next_index from xpub_accounts where coin = ${chain.coin} and xpub_hash = ${chain.xpubHash}`;
  return account!;
}

/** The true key of an index whose row has no MAC of ours. */
async function deriveAgain({ sql, clock }: Watching, { addressAt }: Chain, row: Stored): Promise<Key> {
  await breathe();
  const { key } = addressAt(row.index);
  if (key !== row.key) await refuseKey(sql, clock.now(), row);
  return key;
}

/** Stores every key up to WATCH_AHEAD beyond the next index, so that no restart derives it again. */
async function deriveMissing(
  { sql, vault }: Watching,
  { coin, addressAt }: Chain,
  { id: account_id, next_index }: Account,
  stored: ReadonlySet<number>,
): Promise<Key[]> {
  const missing: number[] = [];
  for (let index = 0; index < next_index + WATCH_AHEAD; index++) if (!stored.has(index)) missing.push(index);
  const made: Key[] = [];
  for (let at = 0; at < missing.length; at += DERIVED_AT_ONCE) {
    const indexes = missing.slice(at, at + DERIVED_AT_ONCE);
    const keys = indexes.map((index) => addressAt(index).key);
    const macs = keys.map((key, i) => macOfKey(vault, { coin, account_id, index: indexes[i]!, key }).toString('hex'));
    await sql`
      insert into derived_keys (account_id, coin, index, key, mac)
      select ${account_id}, ${coin}, index, key, decode(mac, 'hex')
      from unnest(${indexes}::int[], ${keys}::text[], ${macs}::text[]) as each (index, key, mac)
      on conflict do nothing`;
    made.push(...keys);
    await breathe();
  }
  return made;
}
