import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addToCart } from '#contracts/shop/cart.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import {
  addBuyer,
  createDataDir,
  endShop,
  openBooks,
  type ShopProcess,
  signalPostgres,
  startShop,
} from '#tests/support/shop-process.ts';

const dirs = [await createDataDir(), await createDataDir()] as const;

/** A shop with a buyer, a card and connections that are already open. */
async function arrange(dir: string) {
  onTestFinished(() => signalPostgres(dir, 'SIGCONT').catch(() => {}));
  const shop = await startShop(dir);
  const books = await openBooks(dir);
  onTestFinished(() => books.end({ timeout: 0 }));
  const { id, token } = await addBuyer(books, 2_000_00);
  const [card] = await books<{ id: string }[]>`select id from cards where state = 'available' limit 1`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const read = (path: string) => fetch(`${shop.url}${path}`, { headers });
  const write = (path: string, body: object, key = randomUUID()) =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  expect((await read('/api/cards')).status).toBe(200);
  return { shop, books, buyer: id, card: card!.id, read, write };
}

const readiness = ({ url }: ShopProcess) => fetch(`${url}/readyz`).then(({ status }) => status);

test('while the database is frozen every request is answered, and afterwards all goes on', async () => {
  const dir = dirs[0];
  const { shop, books, buyer, card, read, write } = await arrange(dir);
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const buy = () => Promise.all(keys.map((key) => write('/api/invoices', { ids: [card] }, key)));
  await signalPostgres(dir, 'SIGSTOP');
  // Three rounds: the first finds open connections, the others have to open theirs.
  for (let round = 0; round < 3; round++) {
    const lists = Array.from({ length: 40 }, () => read('/api/cards?sort=price'));
    const writes = Array.from({ length: 20 }, () => write(addToCart.path, { ids: [card] }));
    const answers = (await Promise.all([...lists, ...writes, buy()])).flat();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(answers.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
    expect(await readiness(shop)).toBe(503);
  }
  await signalPostgres(dir, 'SIGCONT');
  await expect.poll(() => readiness(shop)).toBe(200);
  await expect.poll(async () => (await read('/api/cards?sort=price')).status).toBe(200);
  // Whatever the first attempts did, the same keys buy the card at most once.
  const outcomes = async () => (await buy()).map(({ status }) => status).sort();
  await expect.poll(outcomes).toEqual([201, 422, 422]);
  expect(await books`select card_count from orders where user_id = ${buyer}`).toEqual([{ card_count: 1 }]);
  expect((await verifyLedger(books)).problems).toEqual([]);
  expect(shop.child.exitCode).toBeNull();
  expect(await endShop(shop, 'SIGTERM')).toBe(0);
});

test('SIGTERM ends the shop while its database is frozen, and the database ends once it runs again', async () => {
  const dir = dirs[1];
  const { shop } = await arrange(dir);
  await signalPostgres(dir, 'SIGSTOP');
  expect(await endShop(shop, 'SIGTERM')).toBe(1);
  expect(shop.printed()).toContain('Facevalue did not end cleanly');
  await signalPostgres(dir, 'SIGCONT');
  const ended = () =>
    access(join(dir, 'postgres', 'data', 'postmaster.pid')).then(
      () => false,
      () => true,
    );
  await expect.poll(ended).toBe(true);
  const next = await startShop(dir);
  await expect.poll(() => readiness(next)).toBe(200);
});
