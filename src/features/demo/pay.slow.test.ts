import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Payment } from '#contracts/coins/payments.ts';
import * as payments from '#contracts/coins/payments.ts';
import * as demo from '#contracts/demo/demo.ts';
import type { Coin } from '#platform/chain/types.ts';
import { systemClock } from '#platform/clock.ts';
import { until } from '#platform/jobs/until.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { refreshRates } from '../coins/rates/refresh-rates.ts';
import { demoSources } from '../coins/rates/tickers/demo-source.ts';
import { watchChains } from '../coins/watcher/watch-chains.ts';
import { startDemoChains } from './chain/chains.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-demo-'));
const shop = await createTestShop({ data_dir });
shop.ctx.clock = systemClock;
const visitor = shop.as(null);
const { databaseUrl } = shop;
let user: TestUser;
let buyer: ReturnType<typeof shop.as>;

await refreshRates(shop.ctx, demoSources());
const chains = await startDemoChains(shop.ctx, { databaseUrl, runsNodes: true });
const watch = watchChains(shop.ctx, databaseUrl);
afterAll(async () => {
  await watch.stop();
  await chains.stop();
  rmSync(data_dir, { recursive: true });
});

const isOffered = async (coin: Coin) =>
  (await buyer(payments.paymentOptions)).body.data.offered.find((offer) => offer.coin === coin)?.available ?? false;
/** A quote as soon as the coin is offered: a node that answers slowly pauses it. */
const quote = async (coin: Coin) => {
  expect(await until(() => isOffered(coin), 40_000)).toBe(true);
  return (await buyer(payments.createPayment, { body: { coin, amount_cents: 1000 } })).body.data;
};
const read = async ({ id }: Payment) => (await buyer(payments.getPayment, { params: { id } })).body.data;
const pay = ({ coin, address, amount_units }: Payment) => visitor(demo.pay, { body: { coin, address, amount_units } });
const mine = (coin: Coin, blocks: number) => visitor(demo.mine, { body: { coin, blocks } });
const untilCredited = (payment: Payment) =>
  expect
    .poll(() => read(payment))
    .toMatchObject({ status: 'credited', credited_cents: 1000, received_units: payment.amount_units });

describe.each([
  { coin: 'ETH', node: 'anvil', keepsWhenKilled: false },
  { coin: 'LTC', node: 'litecoind', keepsWhenKilled: false },
  { coin: 'BTC', node: 'bcoin', keepsWhenKilled: true },
] as const)('$coin', ({ coin, node, keepsWhenKilled }) => {
  const nodePid = (): number => JSON.parse(readFileSync(join(data_dir, node, `${node}.json`), 'utf8')).pid;

  beforeAll(async () => {
    user = await shop.createUser();
    buyer = shop.as(user);
  });

  test('the demo wallet pays a payment so that it is seen first, and the chain goes on until it is credited', async () => {
    const payment = await quote(coin);
    const paying = pay(payment);
    await expect.poll(async () => (await read(payment)).status, { interval: 10 }).toBe('seen');
    const { txid } = (await paying).body.data;
    expect(txid).toMatch(/^(0x)?[0-9a-f]{64}$/);
    await expect.poll(async () => (await read(payment)).confirmations).toBeGreaterThan(1);
    await mine(coin, 12);
    await untilCredited(payment);
    expect((await read(payment)).txids).toEqual([txid]);
  });

  test('a node that died pauses its coin and is started again by itself; no credit is taken away', async () => {
    const credited = await quote(coin);
    await pay(credited);
    await mine(coin, 12);
    await untilCredited(credited);
    const before = await balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
    const open = await quote(coin);

    const killed = nodePid();
    process.kill(killed, 'SIGKILL');
    // Until the node responds again, paying is refused with a request to try again.
    await expect.poll(async () => nodePid() !== killed && (await pay(open)).status).toBe(200);
    await mine(coin, 12);
    await untilCredited(open);
    expect(await read(credited)).toMatchObject({ status: 'credited', credited_cents: 1000 });
    expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(before + 1000);
    expect((await verifyLedger(shop.sql)).problems).toEqual([]);
    const reversals = await shop.sql`select from audit_entries where action = 'payment.reversed'`;
    expect(reversals).toHaveLength(0);
    if (keepsWhenKilled) expect((await mine(coin, 1)).body.data.height).toBeGreaterThan(440 + 26);
  });
});

test.each([
  ['what is no address', { coin: 'ETH', address: '0x12', amount_units: '1' }, 'address'],
  ['an address of another coin', { coin: 'LTC', address: `0x${'1'.repeat(40)}`, amount_units: '1' }, 'address'],
  [
    'an address of the real network',
    { coin: 'BTC', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount_units: '1' },
    'address',
  ],
  ['nothing', { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '0' }, 'amount_units'],
  [
    'more than the wallet has',
    { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '9'.repeat(40) },
    'amount_units',
  ],
  ['a fraction', { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '1.5' }, 'amount_units'],
] as const)('paying %s is refused', async (_, body, field) => {
  const answer = await visitor(demo.pay, { body });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
});

test.each(['BTC', 'LTC'] as const)(
  'dust and more than the wallet has are refused by the %s chain itself',
  async (coin) => {
    const { address } = await quote(coin);
    for (const amount_units of ['1', '9'.repeat(20)]) {
      const { status, body } = await visitor(demo.pay, { body: { coin, address, amount_units } });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: ['amount_units'] });
    }
  },
);

test('a process that only serves pages finds the nodes of the one that runs them, and leaves them running', async () => {
  const chains: typeof shop.ctx.chains = {};
  const pages = await startDemoChains({ ...shop.ctx, chains }, { databaseUrl, runsNodes: false });
  await expect.poll(() => Object.keys(chains).toSorted()).toEqual(['BTC', 'ETH', 'LTC']);
  const tip = await chains.LTC!.adapter.tip();
  await pages.stop();
  expect(await shop.ctx.chains.LTC!.adapter.tip()).toEqual(tip);
});

test('of two processes that may run the nodes one does, and the other finds them', async () => {
  const chains: typeof shop.ctx.chains = {};
  const second = await startDemoChains({ ...shop.ctx, chains }, { databaseUrl, runsNodes: true });
  await expect.poll(() => Object.keys(chains).length).toBe(3);
  expect((await chains.BTC!.adapter.tip()).hash).toBe((await shop.ctx.chains.BTC!.adapter.tip()).hash);
  await second.stop();
  expect((await mine('BTC', 1)).status).toBe(200);
});
