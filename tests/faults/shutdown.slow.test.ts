import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addBuyer, createDataDir, endShop, openBooks, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir();
/** The lock that an order's end waits for. */
const HELD = 4711;

/** A shop with an order that the database works on until `finish`. */
async function startWithSlowOrder() {
  const shop = await startShop(dir);
  const books = await openBooks(dir);
  onTestFinished(() => books.end({ timeout: 0 }));
  await books.unsafe(`
    create or replace function dawdle() returns trigger language plpgsql as $$ begin
      while exists (select from pg_locks where locktype = 'advisory' and objid = ${HELD}) loop perform pg_sleep(0.02); end loop;
      return new;
    end $$;
    create or replace trigger dawdle before insert on orders execute function dawdle();`);
  const holder = await books.reserve();
  await holder`select pg_advisory_lock(${HELD})`;
  const { token } = await addBuyer(books, 200_00);
  const [card] = await books<{ id: string }[]>`
    select id from cards where state = 'available' order by price_cents limit 1`;
  const order = fetch(`${shop.url}/api/invoices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ids: [card!.id] }),
  }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  const sleepers = () => books`select from pg_stat_activity where wait_event = 'PgSleep'`;
  await expect.poll(async () => (await sleepers()).length).toBe(1);
  return { shop, order, finish: () => holder`select pg_advisory_unlock(${HELD})` };
}

test('SIGTERM takes no more requests and lets those that run finish', async () => {
  const { shop, order, finish } = await startWithSlowOrder();
  let answered = false;
  void order.then(() => {
    answered = true;
  });
  const ended = endShop(shop, 'SIGTERM');
  const listens = () =>
    fetch(`${shop.url}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(listens).toBe(false);
  expect(answered).toBe(false);
  await finish();
  expect(await order).toBe(201);
  expect(await ended).toBe(0);
});

test('a second SIGTERM ends the shop at once, and the next start adopts its database', async () => {
  const { shop, order } = await startWithSlowOrder();
  const ended = once(shop.child, 'exit');
  // Two signals at once are one Ctrl-C; one that comes later is meant.
  while (shop.child.exitCode === null) {
    shop.child.kill('SIGTERM');
    await delay(100);
  }
  expect((await ended)[0]).toBe(1);
  expect(await order).toBe('cut off');
  const next = await startShop(dir);
  await expect.poll(async () => (await fetch(`${next.url}/readyz`)).status).toBe(200);
  expect(await endShop(next, 'SIGTERM')).toBe(0);
});
