import { beforeAll, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import type { Coin } from '#contracts/coins.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import { startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { litecoinKey } from '#tests/support/worlds/dev-keys.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { checkCoins } from './check-coins.ts';
import { createWatch } from './watch-chains.ts';

const shop = await createTestShop();
const { sql } = shop;
const dev = await startDevChain();
const core = await startCoreChain('LTC');
let buyer: TestUser;
const watches: (() => Promise<boolean>)[] = [];
const poll = async () => {
  for (const watch of watches) await watch();
};

beforeAll(async () => {
  Object.assign(shop.ctx.chains, { ETH: dev.chain, LTC: core.chain });
  watches.push(createWatch(shop.ctx, dev.chain), createWatch(shop.ctx, core.chain));
  await refreshRates(shop.ctx, demoSources());
  await poll();
  buyer = await shop.createUser({ tier: 2 });
});

async function paid(coin: Coin) {
  const { body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 2000 } });
  const { id, address, amount_units } = body.data;
  const send = coin === 'ETH' ? dev.send : core.pay;
  await send(coin === 'ETH' ? address : core.localAddress(address), BigInt(amount_units));
  await settled();
  const [deposit] = await sql<{ key: string; txid: string; n: number; units: string; index: number }[]>`
    select d.key, d.txid, d.n, d.amount_units as units, a.index from deposits d
    join deposit_addresses a on a.coin = d.coin and a.key = d.key where d.payment_id = ${id}`;
  return { address, ...deposit! };
}
/** Mines until everything is deep enough, on both chains, and has the watcher read it. */
const settled = async () => {
  await dev.mine(usualDepth('ETH'));
  await core.mine(usualDepth('LTC'));
  await poll();
  await poll();
};

/** All pieces of the comparison. */
async function problems(): Promise<string[]> {
  const found: string[] = [];
  let place: Parameters<typeof checkCoins>[1] = null;
  for (let pieces = 0; pieces < 10; pieces++) {
    const piece = await checkCoins(shop.ctx, place);
    found.push(...piece.problems);
    expect(piece.done).toBeLessThanOrEqual(piece.total);
    if (piece.next === null) return found;
    place = piece.next;
  }
  throw new Error('the comparison does not end');
}
const holding = async (coin: Coin) => {
  const staff = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  const { body } = await shop.as(staff)(getReconciliation);
  return body.data.coins.find((each) => each.coin === coin)!;
};

test('a coin that nobody paid yet is not asked for', async () => {
  await core.mine(1);
  expect(await problems()).toEqual([]);
  await poll();
});

test('nodes and records agree about what came, and about what the operator swept', async () => {
  const [eth, ltc, kept] = [await paid('ETH'), await paid('LTC'), await paid('LTC')];
  expect(await problems()).toEqual([]);
  await dev.sweep(eth.address, BigInt(eth.units) / 2n);
  const txid = await core.sweep({ txid: ltc.txid, index: ltc.n, units: BigInt(ltc.units) }, litecoinKey(ltc.index));
  await settled();
  expect(await problems()).toEqual([]);
  expect(await sql`select key, amount_units, txid from outflows where coin = 'LTC'`).toEqual([
    { key: ltc.key, amount_units: ltc.units, txid },
  ]);
  expect(await holding('LTC')).toMatchObject({ on_addresses_units: kept.units, moved_units: ltc.units });
});

test('of a deposit of several outputs, one that is swept leaves the others', async () => {
  const { body } = await shop.as(buyer)(contract.createPayment, { body: { coin: 'LTC', amount_cents: 2000 } });
  const [address, half] = [core.localAddress(body.data.address), BigInt(body.data.amount_units) / 2n];
  const { hex, txid } = core.buildPayment([
    { address, units: half },
    { address, units: half + 1n },
  ]);
  await core.broadcast(hex);
  await settled();
  const [deposit] = await sql<{ key: string; index: number; output_ns: number[] }[]>`
    select d.key, a.index, d.output_ns from deposits d join deposit_addresses a on a.coin = d.coin and a.key = d.key
    where d.txid = ${txid}`;
  expect(deposit).toMatchObject({ output_ns: [0, 1] });
  expect(await problems()).toEqual([]);
  await core.sweep({ txid, index: 1, units: half + 1n }, litecoinKey(deposit!.index));
  await settled();
  expect(await sql`select amount_units from outflows where key = ${deposit!.key}`).toEqual([
    { amount_units: `${half + 1n}` },
  ]);
  expect(await problems()).toEqual([]);
});

test('an outflow of a block that a reorganisation took away is none', async () => {
  const { txid, n, units, index } = await paid('LTC');
  const count = async () => (await sql`select from outflows where coin = 'LTC'`).count;
  const before = await count();
  await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index));
  await core.mine(1);
  await poll();
  expect(await count()).toBe(before + 1);
  await core.reorganise(1);
  await poll();
  expect(await count()).toBe(before);
  expect(await problems()).toEqual([]);
});

test.each([
  [
    'LTC',
    'an outflow that nobody recorded',
    () => sql`delete from outflows where id = (select min(id) from outflows where coin = 'LTC')`,
  ],
  [
    'ETH',
    'a deposit that never came',
    () => sql`update deposits set amount_units = amount_units + 7 where coin = 'ETH'`,
  ],
])('of %s, %s is named with its address', async (coin, _what, forge) => {
  await forge();
  expect(await problems()).toEqual([
    expect.stringMatching(
      new RegExp(`^${coin} address \\S+ holds [0-9.]+ on the node, and [0-9.]+ by the records, at block \\d+$`),
    ),
    ...(coin === 'ETH' ? [expect.stringMatching(/^LTC/)] : []),
  ]);
});

test('a node that is ahead of the watcher is not compared yet', async () => {
  await core.mine(1);
  await expect(problems()).rejects.toThrow('LTC is not read up to its newest block');
});
