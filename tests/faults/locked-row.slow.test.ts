import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import { addBuyer, createDataDir, openBooks, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir();
const shop = await startShop(dir);

test('those who wait for one locked card hold nobody else up, and are told so themselves', async () => {
  const books = await openBooks(dir);
  onTestFinished(() => books.end({ timeout: 1 }));
  const [first, second, ...others] = await Promise.all(Array.from({ length: 15 }, () => addBuyer(books, 200_00)));
  const cards = await books<{ id: string }[]>`
    select id from cards where state = 'available' and price_cents < 10000 order by price_cents limit 2`;
  const [wanted, other] = cards.map(({ id }) => id) as [string, string];
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const buy = ({ token }: { token: string }, card: string) =>
    fetch(`${shop.url}/api/invoices`, {
      method: 'POST',
      headers: { ...headers(token), 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ids: [card] }),
    });
  const read = (path: string) => fetch(`${shop.url}${path}`, { headers: headers(first!.token) });

  let answered = 0;
  const waiting = await books.begin(async (holder) => {
    await holder`select from cards where id = ${wanted} for update`;
    const buying = [second!, ...others].map((buyer) => buy(buyer, wanted).finally(() => answered++));
    const waiters = () =>
      books`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'`;
    await expect.poll(async () => (await waiters()).length).toBeGreaterThanOrEqual(8);
    const paths = ['/api/cards', `/api/cards?sort=price`, '/api/auth/users', '/api/invoices', '/readyz'];
    const reads = await Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(answered, 'buyers who were answered before the readers').toBe(0);
    expect(reads).toEqual(paths.map(() => 200));
    const [open] = await books`select count(*) from pg_stat_activity where application_name like 'facevalue%'`;
    expect(open?.count, 'connections, as docs/operate.md promises').toBeLessThanOrEqual(40);
    return Promise.all(buying);
  });
  expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 503));
  const texts = await Promise.all(waiting.map(async (answer) => (await answer.json()).message));
  expect(new Set(texts)).toEqual(new Set([en['api.locked']]));
  expect(new Set(waiting.map((answer) => answer.headers.get('retry-after')))).toEqual(new Set(['2']));

  expect((await buy(first!, other)).status).toBe(201);
  expect((await buy(second!, wanted)).status).toBe(201);
});
