import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as demo from '#contracts/demo.ts';
import type { Payment } from '#contracts/payments.ts';
import * as payments from '#contracts/payments.ts';
import { systemClock } from '#platform/clock.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createWatch } from '../payments/watcher/watch-chains.ts';
import { demoSource } from '../rates/demo-source.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { startDemoChain } from './chain.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-demo-'));
const shop = await createTestShop({ data_dir });
shop.ctx.clock = systemClock;
const chain = await startDemoChain(shop.ctx);
afterAll(async () => {
  await chain.stop();
  rmSync(data_dir, { recursive: true });
});
await refreshRates(shop.ctx, [demoSource()]);
const look = createWatch(shop.ctx, shop.ctx.chains.ETH!);
await look();
const visitor = shop.as(null);
const nodePid = (): number => JSON.parse(readFileSync(join(data_dir, 'anvil', 'anvil.json'), 'utf8')).pid;

test('the demo wallet pays a payment so that it is seen first, and the chain goes on until it is credited, then stands still', async () => {
  const buyer = shop.as(await shop.createUser());
  const { body } = await buyer(payments.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
  const { id, address, amount_units } = body.data;
  const state = async () => {
    await look();
    return (await buyer(payments.getPayment, { params: { id } })).body.data;
  };
  const paying = visitor(demo.demoPay, { body: { coin: 'ETH', address, amount_units } });
  await expect.poll(async () => (await state()).status, { interval: 10, timeout: 10_000 }).toBe('seen');
  const paid = await paying;
  expect(paid.body.data.txid).toMatch(/^0x[0-9a-f]{64}$/);
  await expect.poll(async () => (await state()).confirmations, { timeout: 10_000 }).toBeGreaterThan(3);
  await visitor(demo.demoMine, { body: { coin: 'ETH', blocks: 12 } });
  expect(await state()).toMatchObject({ status: 'credited', credited_cents: 1000, txids: [paid.body.data.txid] });
  const { height } = await shop.ctx.chains.ETH!.adapter.tip();
  expect((await visitor(demo.demoMine, { body: { coin: 'ETH', blocks: 1 } })).body.data.height).toBeLessThanOrEqual(
    height + 2,
  );
});

test('a payment that nobody watches for is mined all the same', async () => {
  const buyer = shop.as(await shop.createUser());
  const { body } = await buyer(payments.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
  const { id, address, amount_units } = body.data;
  expect((await visitor(demo.demoPay, { body: { coin: 'ETH', address, amount_units } })).status).toBe(200);
  await look();
  expect((await buyer(payments.getPayment, { params: { id } })).body.data).toMatchObject({ status: 'confirming' });
});

test('a chain that died pauses the coin, begins anew by itself, and takes no credit away', async () => {
  const user = await shop.createUser();
  const buyer = shop.as(user);
  const quote = async () =>
    (await buyer(payments.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } })).body.data;
  const payAndMine = async ({ address, amount_units }: Payment) => {
    await visitor(demo.demoPay, { body: { coin: 'ETH', address, amount_units } });
    await visitor(demo.demoMine, { body: { coin: 'ETH', blocks: 12 } });
    await look();
  };
  const read = async (id: string) => (await buyer(payments.getPayment, { params: { id } })).body.data;
  const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
  const credited = await quote();
  await payAndMine(credited);
  const lost = await quote();
  await visitor(demo.demoPay, { body: { coin: 'ETH', address: lost.address, amount_units: lost.amount_units } });
  await look();
  expect((await read(lost.id)).status).toBe('confirming');

  const killed = nodePid();
  process.kill(killed, 'SIGKILL');
  await expect
    .poll(
      async () => {
        await look();
        return (await buyer(payments.paymentOptions)).body.data.offered[0]?.available && nodePid() !== killed;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(await read(credited.id)).toMatchObject({ status: 'credited', credited_cents: 1000 });
  expect((await read(lost.id)).status).toBe('waiting');
  await payAndMine(lost);
  expect(await read(lost.id)).toMatchObject({ status: 'credited', credited_cents: 1000 });
  expect(await available()).toBe(2000);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});

test.each([
  ['a coin without a development chain', { coin: 'LTC', address: 'x', amount_units: '1' }, 'coin'],
  ['what is no address', { coin: 'ETH', address: '0x12', amount_units: '1' }, 'address'],
  ['nothing', { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '0' }, 'amount_units'],
  [
    'more than the wallet has',
    { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '9'.repeat(40) },
    'amount_units',
  ],
  ['a fraction', { coin: 'ETH', address: `0x${'1'.repeat(40)}`, amount_units: '1.5' }, 'amount_units'],
] as const)('paying %s is refused', async (_, body, field) => {
  const answer = await visitor(demo.demoPay, { body });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
});
