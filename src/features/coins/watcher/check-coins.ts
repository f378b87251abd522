import { COINS, type Coin } from '#contracts/coins.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Key } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import type { Piece } from '../../oversight/audit/verification/verification-task.ts';
import { type Cursor, findCursor, knownHashAt, StaleCursor } from '../deposits/credit/cursor.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { recordedUnits } from './moves-up-to.ts';

interface Place {
  coin: Coin;
  after: Key;
  done: number;
  total: number;
}

const KEYS = 200;

/** Asks the nodes what the next addresses hold that were ever paid, and names those of which the records say something else. */
export async function checkCoins(ctx: Ctx, before: Place | null): Promise<Piece<Place>> {
  const followed = COINS.filter((coin) => ctx.chains[coin]);
  const coin = before && followed.includes(before.coin) ? before.coin : followed[0];
  if (!coin) return { next: null, problems: [], done: 0, total: 0 };
  const total = before?.total ?? (await countPaid(ctx.sql));
  const { last, count, problems } = await comparePiece(
    ctx,
    ctx.chains[coin]!,
    before?.coin === coin ? before.after : '',
  );
  const done = Math.min(total, (before?.done ?? 0) + count);
  const following = followed[followed.indexOf(coin) + 1];
  const place = last !== null ? { coin, after: last } : following && { coin: following, after: '' };
  return { next: place ? { ...place, done, total } : null, problems, done, total };
}

async function countPaid(sql: Db): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (select coin, key from deposits union select coin, key from dust_deposits
      union select coin, key from unclaimed_deposits union select coin, key from change_outputs) paid`;
  return row!.count;
}

async function comparePiece(ctx: Ctx, chain: Chain, after: Key) {
  const { coin } = chain;
  const cursor = await findCursor(ctx.sql, coin);
  if (!cursor) return { last: null, count: 0, problems: [] };
  const keys = await keysAfter(ctx.sql, coin, after);
  // Nothing is settled on a development chain that has only begun.
  if (keys.length === 0 || cursor.height < usualDepth(coin)) return { last: null, count: 0, problems: [] };
  const { recorded, held, height } = chain.adapter.areUnspent
    ? await byOutputs(ctx, chain, cursor, keys)
    : await byBalances(ctx, chain, cursor, keys);
  const units = (amount: bigint) => formatUnits(amount, COIN_DECIMALS[coin]);
  const problems = keys.flatMap((key) => {
    const [ours, theirs] = [recorded.get(key) ?? 0n, held.get(key) ?? 0n];
    if (ours === theirs) return [];
    return `${coin} address ${key} holds ${units(theirs)} on the node, and ${units(ours)} by the records, at block ${height}`;
  });
  return { last: keys.length === KEYS ? keys.at(-1)! : null, count: keys.length, problems };
}

const keysAfter = async (sql: Db, coin: Coin, after: Key): Promise<Key[]> =>
  (
    await sql<{ key: Key }[]>`
      select key from (
        (select distinct key from deposits where coin = ${coin} and key > ${after} order by key limit ${KEYS})
        union
        (select distinct key from dust_deposits where coin = ${coin} and key > ${after} order by key limit ${KEYS})
        union
        (select distinct key from unclaimed_deposits where coin = ${coin} and key > ${after} order by key limit ${KEYS})
        union
        (select distinct key from change_outputs where coin = ${coin} and key > ${after} order by key limit ${KEYS})
      ) paid order by key limit ${KEYS}`
  ).map(({ key }) => key);

interface Compared {
  recorded: Map<Key, bigint>;
  held: Map<Key, bigint>;
  height: number;
}

/** Balances of a block that is deep enough to stay, which the reconciliation has explained before. */
async function byBalances({ sql }: Ctx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<Compared> {
  const { coin, adapter } = chain;
  const height = Math.min(cursor.height - usualDepth(coin) + 1, cursor.reconciled_height);
  const hash = await knownHashAt(sql, coin, height);
  if (!hash) throw new StaleCursor(`block ${height} of ${coin} is not known any more`);
  const balances = await adapter.balancesAt!(keys, { height, hash });
  return {
    recorded: await recordedUnits(sql, { coin, height, keys }),
    held: new Map(keys.map((key, at) => [key, balances[at]!])),
    height,
  };
}

/** Outputs that stand unspent in the newest block, if the watcher has read that too: the node knows no earlier state. */
async function byOutputs({ sql }: Ctx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<Compared> {
  const { coin, adapter } = chain;
  const { height, hash } = cursor;
  const requireTip = async () => {
    if ((await adapter.tip()).hash !== hash) throw new StaleCursor(`${coin} is not read up to its newest block`);
  };
  await requireTip();
  const outputs = await sql<{ key: Key; output: string; units: string }[]>`
    select key, txid || ':' || n as output, amount_units as units from received_outputs
    where coin = ${coin} and height <= ${height} and key = any(${[...keys]})
    union all
    select key, txid || ':' || n, amount_units from unclaimed_deposits
    where coin = ${coin} and height <= ${height} and deposit_id is null and key = any(${[...keys]})`;
  const recorded = await recordedUnits(sql, { coin, height, keys });
  const unspent = await adapter.areUnspent!(outputs.map(({ output }) => output));
  await requireTip();
  const held = new Map<Key, bigint>();
  for (const [at, { key, units }] of outputs.entries())
    if (unspent[at]) held.set(key, (held.get(key) ?? 0n) + BigInt(units));
  return { recorded, held, height };
}
