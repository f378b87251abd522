import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { addByValue, addToCart } from '#contracts/shop/cart.ts';
import { makeGift } from '#contracts/shop/gifts.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { listPreorders, placePreorder } from '#contracts/shop/preorders.ts';
import { changePrices } from '#contracts/supply/batches.ts';
import { getSeller, linkLogin, releaseSellerShare } from '#contracts/supply/sellers.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { fillPreorders } from '#features/shop/preorders/fill/fill-preorders.ts';
import { createLinks } from '#tests/support/linked.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { releaseShares } from './shares/release-shares.ts';
import { watchBuyers } from './shares/watch-buyers.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const { see } = createLinks(shop);
const support = await shop.createUser({ role: 'admin', duties: ['support'] });

const order = (buyer: TestUser, ids: string[]) =>
  shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() });
const fund = ({ id }: TestUser) => shop.fund(id, 500_00);
async function untouched(buyer: TestUser, card: { id: string }) {
  expect(
    await sql`select from order_lines l join orders o on o.id = l.order_id
    where o.user_id = ${buyer.id} and l.card_id = ${card.id}`,
  ).toEqual([]);
  expect(await sql`select state from cards where id = ${card.id}`).toEqual([{ state: 'available' }]);
}
async function refused(buyer: TestUser, card: { id: string }, sentence: RegExp) {
  const answer = await order(buyer, [card.id]);
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(sentence)]);
  const carted = await shop.as(buyer)(addToCart, { body: { ids: [card.id] } });
  expect([carted.status, carted.body.message]).toEqual([422, expect.stringMatching(sentence)]);
  await untouched(buyer, card);
}
async function loginOf(seller_id: string) {
  const login = await shop.createUser({ role: 'admin', duties: ['seller'] });
  await shop.refresh(world.approver);
  const body = { username: login.username, reason: 'Signs in for them' };
  expect((await shop.as(world.approver)(linkLogin, { params: { id: seller_id }, body })).status).toBe(200);
  await fund(login);
  return login;
}

test("a seller's login, its contact and accounts linked with them can't buy its stock, and others can", async () => {
  const contact = await shop.createUser({ tier: 2, balance_cents: 500_00 });
  const { id } = await world.verified({ contact_email: contact.email });
  const login = await loginOf(id);
  const [card] = await world.onSale(id, 3);
  await refused(login, card!, /sell this stock yourself|staff/);
  await refused(contact, card!, /You sell this stock yourself/);
  const friend = await world.newBuyer();
  await see('funding', 'the wallet of the seller', [contact, friend]);
  await refused(friend, card!, /linked with one that sells/);
  expect((await order(await world.newBuyer(), [card!.id])).status).toBe(201);
});

test('who mails a seller gifts of its own stock on three occasions is linked with it and buys no more of it', async () => {
  const contact = await shop.createUser({ tier: 2 });
  const { id } = await world.verified({ contact_email: contact.email });
  const cards = await world.onSale(id, 4);
  const middleman = await world.newBuyer();
  for (const { id: card_id } of cards.slice(0, 3)) {
    const bought = await order(middleman, [card_id]);
    expect(bought.status).toBe(201);
    const body = { consent: true as const, email: contact.email };
    const params = { id: bought.body.data.id, card_id };
    expect((await shop.as(middleman)(makeGift, { params, body })).status).toBe(201);
    shop.clock.advance(2 * HOUR_MS);
  }
  await refused(middleman, cards[3]!, /linked with one that sells/);
  expect((await order(await world.newBuyer(), [cards[3]!.id])).status).toBe(201);
});

test("the shop's staff can't buy a seller's stock, but the shop's own", async () => {
  const { id } = await world.verified();
  const [theirs] = await world.onSale(id);
  const [own] = await world.onSale(null);
  await fund(support);
  await refused(support, theirs!, /staff can't buy it/);
  expect((await order(support, [own!.id])).status).toBe(201);
});

test("whoever imported or approved a batch can't buy from it, nor can an account linked with them", async () => {
  const [card] = await world.onSale(null);
  const [batch] = await sql<{ created_by: string; decider_id: string }[]>`
    select b.created_by, p.decider_id from cards c join batches b on b.id = c.batch_id
    join proposals p on p.subject = b.id and p.kind = 'batch.approval' where c.id = ${card!.id}`;
  const second = await world.newBuyer();
  await see('funding', 'the wallet of the importer', [{ id: batch!.created_by }, second]);
  await refused(second, card!, /linked with one that sells or handles/);
  for (const user_id of [batch!.created_by, batch!.decider_id]) {
    const [{ username, email }] = await sql<[{ username: string; email: string }]>`
      select username, email from users where id = ${user_id}`;
    const handler = { id: user_id, username, email, token: await shop.signIn(user_id) };
    await shop.fund(user_id, 500_00);
    await refused(handler, card!, /opened, imported, priced or approved/);
  }
});

test('whoever changed the prices of a batch can no longer buy from it', async () => {
  const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
  await fund(importer);
  const [card] = await world.onSale(null);
  const [{ batch_id, price_cents }] = await sql<[{ batch_id: string; price_cents: number }]>`
    select batch_id, price_cents from cards where id = ${card!.id}`;
  const body = { ids: [card!.id], price_cents: price_cents - 1 };
  expect((await shop.as(importer)(changePrices, { params: { id: batch_id }, body })).status).toBe(200);
  await sql`update cards set price_changed_at = null where id = ${card!.id}`;
  await refused(importer, card!, /opened, imported, priced or approved/);
});

test('a cart by value holds only what its buyer may buy', async () => {
  const contact = await shop.createUser({ tier: 2, balance_cents: 500_00 });
  const { id } = await world.verified({ contact_email: contact.email });
  const [card] = await world.onSale(id, 2);
  const [{ programme_id, face_cents }] = await sql<[{ programme_id: string; face_cents: number }]>`
    select programme_id, face_cents from cards where id = ${card!.id}`;
  const body = { programme_id, face_cents, quantity: 1, max_price_cents: 100_00 };
  expect((await shop.as(contact)(addByValue, { body })).status).toBe(422);
  expect((await shop.as(await world.newBuyer())(addByValue, { body })).status).toBe(200);
});

test('a pre-order is passed over by own stock, which goes to the next in the queue', async () => {
  const contact = await shop.createUser({ tier: 2, balance_cents: 500_00 });
  const next = await world.newBuyer();
  const { id } = await world.verified({ contact_email: contact.email });
  const [card] = await world.onSale(id);
  await sql`update cards set state = 'unconfirmed', issuer_confirmed = false where id = ${card!.id}`;
  const [{ programme_id, face_cents }] = await sql<[{ programme_id: string; face_cents: number }]>`
    select programme_id, face_cents from cards where id = ${card!.id}`;
  const expires_on = new Date(shop.clock.now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
  const body = { programme_id, face_cents, quantity: 1, highest_price_cents: 60_00, expires_on, notify_only: false };
  for (const buyer of [contact, next])
    expect((await shop.as(buyer)(placePreorder, { body, idempotencyKey: randomUUID() })).status).toBe(201);
  await sql`update cards set state = 'available', issuer_confirmed = true where id = ${card!.id}`;
  await fillPreorders(shop.ctx);
  const state = async (buyer: TestUser) => (await shop.as(buyer)(listPreorders)).body.data[0]!.state;
  expect([await state(contact), await state(next)]).toEqual(['open', 'filled']);
});

test('a pre-order whose buyer was linked with the seller after the cards were allotted is skipped, and they go on', async () => {
  const contact = await shop.createUser({ tier: 2 });
  const buyer = await world.newBuyer();
  const next = await world.newBuyer();
  const { id } = await world.verified({ contact_email: contact.email });
  const [card] = await world.onSale(id);
  await sql`update cards set state = 'unconfirmed', issuer_confirmed = false where id = ${card!.id}`;
  const [{ programme_id, face_cents }] = await sql<[{ programme_id: string; face_cents: number }]>`
    select programme_id, face_cents from cards where id = ${card!.id}`;
  const expires_on = new Date(shop.clock.now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
  const body = { programme_id, face_cents, quantity: 1, highest_price_cents: 60_00, expires_on, notify_only: false };
  for (const one of [buyer, next])
    expect((await shop.as(one)(placePreorder, { body, idempotencyKey: randomUUID() })).status).toBe(201);
  await sql`update cards set state = 'available', issuer_confirmed = true where id = ${card!.id}`;
  await see('funding', 'later on', [contact, buyer]);
  await fillPreorders(shop.ctx);
  const [skipped] = (await shop.as(buyer)(listPreorders)).body.data;
  expect(skipped).toMatchObject({ state: 'open', skip_reason: 'own_stock' });
  expect((await shop.as(next)(listPreorders)).body.data[0]).toMatchObject({ state: 'filled' });
});

const alertOf = async (seller_id: string) =>
  (await shop.as(support)(listAlerts)).body.data.find(
    ({ kind, subject, resolved_at }) => kind === 'seller.few_buyers' && subject === seller_id && !resolved_at,
  );
async function sellTo(buyers: TestUser[], cards: readonly { id: string }[]) {
  for (const [i, card] of cards.entries())
    expect((await order(buyers[i % buyers.length]!, [card.id])).status).toBe(201);
}

test('40% of the sales to three linked accounts is an alert, and the share waits until an approver releases it', async () => {
  const { id } = await world.verified();
  await world.payTo(id);
  const cards = await world.onSale(id, 10, '10.00', 1);
  const linked = [await world.newBuyer(), await world.newBuyer(), await world.newBuyer()];
  await sellTo(linked, cards.slice(0, 4));
  for (const card of cards.slice(4)) await sellTo([await world.newBuyer()], [card]);
  await watchBuyers(shop.ctx);
  expect(await alertOf(id)).toBeUndefined();
  await see('funding', 'one wallet for three', linked);
  await watchBuyers(shop.ctx);
  await watchBuyers(shop.ctx);
  const alert = await alertOf(id);
  expect(alert).toMatchObject({
    times: 1,
    details: { cards: 10, percent: 40, buyers: 1 },
    link: `/reseller/sellers/${id}`,
  });
  expect(alert!.people.map((one) => one.id).toSorted()).toEqual(linked.map((one) => one.id).toSorted());

  await world.days(17);
  await releaseShares(shop.ctx);
  const waiting = await world.payment(id);
  expect(waiting).toMatchObject({ payable_cents: 0, obstacles: expect.arrayContaining(['few_buyers']) });
  expect(waiting.balances).toMatchObject({ available_cents: 0 });
  const release = async (by: TestUser) => {
    await shop.refresh(by);
    return shop.as(by)(releaseSellerShare, { params: { id }, body: { reason: 'Three known companies' } });
  };
  const { share_waits } = (await shop.as(world.importer)(getSeller, { params: { id } })).body.data;
  expect(share_waits).toMatchObject({ cards: 10, percent: 40 });
  expect((await release(world.payer)).status).toBe(403);
  expect((await release(world.importer)).status).toBe(403);
  expect((await release(world.approver)).body.data).toMatchObject({ share_waits: null });
  expect((await release(world.approver)).status).toBe(409);
  expect(await alertOf(id)).toBeUndefined();
  await watchBuyers(shop.ctx);
  await releaseShares(shop.ctx);
  expect((await world.payment(id)).balances.available_cents).toBeGreaterThan(0);
  expect(
    await sql`select actor_id from audit_entries where action = 'seller.share_released' and subject = ${id}`,
  ).toEqual([{ actor_id: world.approver.id }]);
});

test('few cards, or many buyers, raise no alert', async () => {
  const { id } = await world.verified();
  await sellTo([await world.newBuyer()], await world.onSale(id, 9, '10.00'));
  const { id: other } = await world.verified();
  for (const card of await world.onSale(other, 12, '10.00')) await sellTo([await world.newBuyer()], [card]);
  await watchBuyers(shop.ctx);
  expect([await alertOf(id), await alertOf(other)]).toEqual([undefined, undefined]);
});
