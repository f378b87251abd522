import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import * as payments from '#contracts/coins/payments.ts';
import * as demo from '#contracts/demo/demo.ts';
import { verifyHouse } from '#features/office/books/verification/derived/verify-house.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { addBuyer, createDataDir, endShop, openBooks, startShop } from '../support/shop-process.ts';

test('kill -9 of the development chain ends nothing: the shop goes on, and every credit is there once', async () => {
  const dir = await createDataDir();
  const shop = await startShop(dir);
  const books = await openBooks(dir);
  const { id: user_id, token } = await addBuyer(books, 100);
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${shop.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()).data;
  };
  const offered = async () => (await ask(payments.paymentOptions.path)).offered[0]?.available;
  const status = async ({ id }: payments.Payment) => (await ask(`${payments.createPayment.path}/${id}`)).status;
  const quote = (): Promise<payments.Payment> => ask(payments.createPayment.path, { coin: 'ETH', amount_cents: 1000 });
  const pay = ({ address, amount_units }: payments.Payment) =>
    ask(demo.pay.path, { coin: 'ETH', address, amount_units });
  const mine = () => ask(demo.mine.path, { coin: 'ETH', blocks: 12 });
  const node = async () => JSON.parse(await readFile(join(dir, 'anvil', 'anvil.json'), 'utf8')).pid as number;

  await expect.poll(offered).toBe(true);
  const first = await quote();
  await pay(first);
  await mine();
  await expect.poll(() => status(first)).toBe('credited');
  const underway = await quote();
  await pay(underway);

  const killed = await node();
  process.kill(killed, 'SIGKILL');
  await expect.poll(node).not.toBe(killed);
  await expect.poll(() => status(underway)).toBe('waiting');
  await expect.poll(offered).toBe(true);
  await pay(underway);
  await mine();
  await expect.poll(() => status(underway)).toBe('credited');

  expect(shop.child.exitCode).toBe(null);
  expect(await status(first)).toBe('credited');
  expect((await ask('/api/auth/users')).balance_cents).toBe(2100);
  const credits = await books`select credited_cents from deposits where user_id = ${user_id} and state = 'credited'`;
  expect(credits.map(({ credited_cents }) => credited_cents)).toEqual([1000, 1000]);
  expect((await verifyLedger(books)).problems).toEqual([]);
  // What the coins hold is what was paid in, beside what the buyer began with.
  expect(await verifyHouse(books)).toEqual([]);
  await books.end({ timeout: 1 });
  expect(await endShop(shop, 'SIGTERM')).toBe(0);
});
