import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Payment } from '#contracts/coins/payments.ts';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { freePort } from '#platform/net/free-port.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { sealOwnWrites } from '#tests/support/seal-own-writes.ts';
import { addBuyer, createDataDir, endShop, type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';

const dir = await createDataDir();
const chain = await startCoreChain('LTC');
const { sql, url } = await createTestDatabase({ max: 4 });
const env = {
  DATABASE_URL: url,
  MASTER_KEY_FILE: join(dir, 'master.key'),
  LTC_RPC_URL: chain.url,
  LTC_XPUB: LOCAL_CHAINS.LTC.xpub,
  DEMO_COINS: 'LTC',
  NODE_ENV: 'production',
};
const web = await startShop(join(dir, 'web'), env, { role: 'web' });
const newPage = await openBrowser(web.url);
await sealOwnWrites(sql, await readFile(env.MASTER_KEY_FILE));
const buyer = await addBuyer(sql, 1_00);
const workerPort = await freePort();
const startWorker = () => startShop(join(dir, 'worker'), { ...env, PORT: `${workerPort}` }, { role: 'worker' });
let worker: ShopProcess | undefined;

async function api<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${web.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${buyer.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, path).toBe(true);
  return ((await response.json()) as { data: T }).data;
}
async function offered() {
  const { offered } = await api<{ offered: { coin: string; available: boolean; reason_code: string | null }[] }>(
    '/api/search/billings',
  );
  return offered.find(({ coin }) => coin === 'LTC')!;
}
/** Opens a payment's page and returns a function that waits for a given status. */
async function open(id: string) {
  const page = await newPage({ token: buyer.token });
  await page.goto(`/billing/${id}`);
  const status = page.locator('.page-head .tag').first();
  return { page, shows: (text: string) => status.filter({ hasText: text }).waitFor() };
}
const pay = ({ address, amount_units }: Payment) => chain.pay(chain.localAddress(address), BigInt(amount_units));

test('the web process alone serves pages and watches no chain: the coin is not offered', async () => {
  const page = await newPage({ token: buyer.token });
  await page.goto('/billing');
  await page.getByRole('heading', { name: 'Add funds' }).waitFor();
  expect(await offered()).toMatchObject({ available: false, reason_code: 'unwatched' });
  expect(await sql`select from chain_cursors`).toHaveLength(0);
});

test('a worker alone listens nowhere; with it a payment is credited and its page in the web process follows live', async () => {
  worker = await startWorker();
  await expect(fetch(`http://127.0.0.1:${workerPort}/healthz`)).rejects.toThrow('fetch failed');
  await expect.poll(async () => (await offered()).available).toBe(true);
  const payment = await api<Payment>('/api/billings', { coin: 'LTC', amount_cents: 2000 });
  const { page, shows } = await open(payment.id);
  await shows('waiting');
  await pay(payment);
  await shows('seen');
  await chain.mine(1);
  await shows('confirming');
  await chain.mine(5);
  await shows('credited');
  await page.getByText('$20.00 was added to your balance.').waitFor();
});

test('what is sent while no worker runs waits for the next one', async () => {
  worker ??= await startWorker();
  await expect.poll(async () => (await offered()).available).toBe(true);
  const late = await api<Payment>('/api/billings', { coin: 'LTC', amount_cents: 1000 });
  await endShop(worker, 'SIGKILL');
  await pay(late);
  await chain.mine(6);
  const second = await open(late.id);
  await second.shows('waiting');
  const next = await startWorker();
  await second.shows('credited');
  expect(await endShop(next, 'SIGTERM')).toBe(0);
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(200);
});
