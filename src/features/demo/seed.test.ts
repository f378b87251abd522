import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listClaims } from '#contracts/desk/claims.ts';
import { listTickets } from '#contracts/desk/support.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as cards from '#contracts/shop/cards.ts';
import { listGifts } from '#contracts/shop/gifts.ts';
import * as orders from '#contracts/shop/orders.ts';
import * as prefixes from '#contracts/shop/prefixes.ts';
import { listPreorders } from '#contracts/shop/preorders.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { DEMO_PASSWORD } from './people/accounts.ts';
import { seedDemo } from './seed.ts';
import { DEMO_PROGRAMMES } from './stock/programmes.ts';

const shop = await createTestShop();
const owner = { ...shop.ctx, sql: shop.sql };
await seedDemo(shop.ctx, owner);

const devices = new Map<string, string>();

/** Signs in on the device of the first time. */
async function signIn(username: string) {
  const device = devices.get(username);
  const { status, body } = await shop.request(auth.login, {
    body: { username, password: DEMO_PASSWORD, ...(device && { device }) },
  });
  expect(status).toBe(200);
  devices.set(username, body.device!);
  return { token: body.access_token };
}

it('fills the shop with programmes of several countries, currencies and levels, and thousands of cards', async () => {
  const { body } = await shop.as(await signIn('buyer'))(cards.cardOptions);
  expect(body.data.total).toBeGreaterThanOrEqual(5200);
  expect(body.data.programmes.length).toBeGreaterThanOrEqual(14);
  expect(body.data.currencies.map(({ value }) => value).sort()).toEqual([
    'AUD',
    'CAD',
    'CHF',
    'EUR',
    'GBP',
    'SEK',
    'USD',
  ]);
  expect(body.data.levels.map(({ value }) => value)).toEqual(['Standard', 'Plus', 'Premium']);
  expect(body.data.price_cents.min).toBeLessThan(1000);
});

it('is written in German and Spanish too', async () => {
  const rows = await shop.sql<{ translations: Record<string, unknown> }[]>`
    select translations from news union all select translations from faqs
    union all select redemption_translations from programmes union all select translations
    from brands where about <> ''`;
  expect(rows.length).toBeGreaterThan(20);
  for (const { translations } of rows) expect(Object.keys(translations).sort()).toEqual(['de', 'es']);
});

it('shows many programmes on the first page of the shop', async () => {
  const { body } = await shop.as(await signIn('buyer'))(cards.listCards);
  expect(new Set(body.data.map((card) => card.programme.id)).size).toBeGreaterThanOrEqual(10);
});

it('lists the numeric programmes in the prefix directory', async () => {
  const { body } = await shop.as(await signIn('buyer'))(prefixes.listPrefixes, { query: { per_page: '100' } });
  expect(body.meta.total).toBe(DEMO_PROGRAMMES.length);
  expect(body.data.filter(({ prefix }) => prefix !== null).map(({ prefix }) => prefix)).toEqual([
    '707412',
    '7718312',
    '889140',
    '9335174',
    '952760',
  ]);
});

it('gives a regular buyer something to look at on every page, and staff something to do', async () => {
  const regular = shop.as(await signIn('regular'));
  const { data: placed } = (await regular(listPreorders)).body;
  expect(placed.map(({ state, filled, quantity }) => [state, filled, quantity])).toEqual([
    ['part_filled', 1, 2],
    ['open', 0, 1],
  ]);
  const { data: bought } = (await regular(orders.listOrders)).body;
  expect(bought).toHaveLength(2);
  const gifts = await Promise.all(bought.map(({ id }) => regular(listGifts, { params: { id } })));
  expect(gifts.flatMap(({ body }) => body.data)).toMatchObject([{ state: 'open' }]);
  const { data: tickets } = (await regular(listTickets)).body;
  expect(tickets.map(({ status }) => status).sort()).toEqual([1, 4]);
  const { data: claims } = (await shop.as(await signIn('admin'))(listClaims)).body;
  expect(claims).toMatchObject([{ state: 'open', reason: 'wrong_code' }]);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});

it('gives the five accounts their roles, and the buyer 250 dollars that the ledger knows of', async () => {
  const users = await Promise.all(
    ['buyer', 'newcomer', 'admin', 'approver', 'approver2'].map(async (name) => {
      const { body } = await shop.as(await signIn(name))(auth.getCurrentUser);
      return [body.data.username, body.data.balance_cents, body.data.roles];
    }),
  );
  expect(users).toEqual([
    ['buyer', 25_000, ['buyer']],
    ['newcomer', 0, ['buyer', 'inactive']],
    ['admin', 0, ['admin', 'importer', 'support', 'publisher']],
    ['approver', 0, ['admin', 'approver', 'payouts']],
    ['approver2', 0, ['admin', 'approver', 'payouts', 'publisher']],
  ]);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});

it('sells cards whose secrets open: codes, numbers with PIN, and links', async () => {
  const buyer = shop.as(await signIn('buyer'));
  for (const name of ['Quillmarsh Market', 'Velquist Arcade', 'Coolamint Streaming']) {
    const list = await buyer(cards.listCards, { query: { q: name, sort: 'price', per_page: '1' } });
    const id = list.body.data[0]!.id;
    const order = await buyer(orders.placeOrder, { body: { ids: [id] }, idempotencyKey: randomUUID() });
    expect(order.status, order.body.message).toBe(201);
    const secret = await buyer(orders.revealCard, {
      params: { id: order.body.data.id, card_id: id },
      body: { consent: true },
    });
    if (name === 'Quillmarsh Market')
      expect(secret.body.data).toMatchObject({
        code: expect.stringMatching(/^707412\d{10}$/),
        pin: expect.stringMatching(/^\d{4}$/),
        url: null,
      });
    if (name === 'Velquist Arcade')
      expect(secret.body.data).toMatchObject({
        code: expect.stringMatching(/^(\w{5}-){2}\w{5}$/),
        pin: expect.stringMatching(/^\d{6}$/),
      });
    if (name === 'Coolamint Streaming')
      expect(secret.body.data).toEqual({
        code: null,
        pin: null,
        barcode: 'none',
        url: expect.stringMatching(/^https:\/\/redeem\.coolamint-streaming\.example\/g\/\w{24}$/),
      });
  }
});

it('adds nothing when it runs again, and goes on where an interrupted start left off', async () => {
  const counts = () =>
    shop.sql`
      select (select count(*) from cards) as cards, (select count(*) from batches where state = 'approved') as batches,
      (select count(*) from programmes) as programmes, (select count(*) from users) as users,
      (select count(*) from news) as news,
      (select count(*) from faqs) as faqs, (select count(*) from ledger_transfers where kind = 'demo_grant') as grants,
      (select count(*) from orders) as orders, (select count(*) from preorders) as preorders,
      (select count(*) from tickets) as tickets, (select count(*) from gifts) as gifts`;
  const before = await counts();
  await seedDemo(shop.ctx, owner);
  expect(await counts()).toEqual(before);
  const [batch] = await shop.sql<{ id: string }[]>`
    select b.id from batches b where not exists (select from cards c where c.batch_id = b.id and c.state = 'sold')
    limit 1`;
  await shop.sql`update batches set state = 'imported', confirmed_at = null where id = ${batch!.id}`;
  await shop.sql`update imports set approved_by = null, approved_at = null where batch_id = ${batch!.id}`;
  await shop.sql`
    insert into proposals (kind, subject, facts, proposer_id, proposed_at)
    select kind, subject, facts, proposer_id, now() from proposals
    where kind = 'batch.approval' and subject = ${batch!.id}`;
  await shop.sql`update imports set approved_by = null, approved_at = null where batch_id = ${batch!.id}`;
  await shop.sql`update cards set state = 'unconfirmed', issuer_confirmed = false where batch_id = ${batch!.id}`;
  await seedDemo(shop.ctx, owner);
  expect(await counts()).toEqual(before);
  expect(
    await shop.sql`select from cards where batch_id = ${batch!.id} and state <> 'available' and not canary`,
  ).toHaveLength(0);
});

it('leaves a retired programme alone, whichever it is', async () => {
  const fresh = await createTestShop();
  const freshOwner = { ...fresh.ctx, sql: fresh.sql };
  await seedDemo(fresh.ctx, freshOwner);
  const programmes = () => fresh.sql`select id, state from programmes order by id`;
  await fresh.sql`
    update programmes set state = 'retired'
    where id in (select id from programmes where state = 'active' order by id limit 2)`;
  const before = await programmes();
  await seedDemo(fresh.ctx, freshOwner);
  expect(await programmes()).toEqual(before);
});

it('imports a batch anew whose import was interrupted', async () => {
  const [batch] = await shop.sql<{ id: string; cards: number }[]>`
    select b.id, count(*) as cards from batches b join cards c on c.batch_id = b.id
    where not exists (select from cards s where s.batch_id = b.id and s.state = 'sold') group by b.id
    order by b.id desc limit 1`;
  const { id, cards } = batch!;
  await shop.sql`update batches set state = 'imported' where id = ${id}`;
  await shop.sql`update batches set state = 'draft', confirmed_at = null where id = ${id}`;
  await shop.sql`update cards set state = 'unconfirmed', issuer_confirmed = false where batch_id = ${id}`;
  await shop.sql`
    update imports set state = 'committing', approved_by = null, approved_at = null where batch_id = ${id}`;
  await seedDemo(shop.ctx, owner);
  const states = await shop.sql`
    select state, count(*) as cards from cards where batch_id = ${id} group by state order by state`;
  expect(states).toEqual([
    { state: 'available', cards },
    { state: 'void', cards },
  ]);
});

it('sells to the buyer in whose browser somebody tried the accounts of staff first', async () => {
  await signIn('buyer');
  const device = devices.get('buyer')!;
  for (const username of ['admin', 'approver', 'approver2']) {
    const { status } = await shop.request(auth.login, { body: { username, password: DEMO_PASSWORD, device } });
    expect(status).toBe(200);
  }
  const buyer = shop.as(await signIn('buyer'));
  const { body } = await buyer(cards.listCards, { query: { sort: 'price', per_page: '1' } });
  const bought = await buyer(orders.placeOrder, { body: { ids: [body.data[0]!.id] }, idempotencyKey: randomUUID() });
  expect(bought.status).toBe(201);
});
