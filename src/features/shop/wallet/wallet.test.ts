import { expect, test } from 'vitest';
import * as notifications from '#contracts/messages/notifications.ts';
import * as orders from '#contracts/shop/orders.ts';
import * as contract from '#contracts/shop/wallet.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { remindExpiring } from './remind-expiring.ts';

const shop = await createTestShop();

async function buy(user: TestUser, cards: readonly { id: string }[]) {
  const { body } = await shop.as(user)(orders.placeOrder, { body: { ids: cards.map(({ id }) => id) } });
  return body.data;
}

const reveal = (user: TestUser, id: string, card_id: string) =>
  shop.as(user)(orders.revealCard, { params: { id, card_id }, body: { consent: true } });

const change = (user: TestUser, id: string, card_id: string, body: { used?: boolean; note?: string }) =>
  shop.as(user)(contract.changeBoughtCard, { params: { id, card_id }, body });

/** Makes a card expire so many days from now. */
const expires = (card_id: string, days: number) =>
  shop.sql`
    update cards set expires_on = ${new Date(shop.clock.now().getTime() + days * DAY_MS)}::date where id = ${card_id}`;

const told = (user: TestUser) =>
  shop.sql<{ key: string }[]>`select title ->> 'key' as key from notifications where user_id = ${user.id} order by id`;

const mailsTo = (user: TestUser) =>
  shop.sql<{ subject: string; text_body: string }[]>`
    select subject, text_body from mailbox where recipient = ${user.email} order by id`;

test('the wallet holds the cards of every order by state, and none of anybody else', async () => {
  const [user, other] = [
    await shop.createUser({ balance_cents: 50_000 }),
    await shop.createUser({ balance_cents: 5_000 }),
  ];
  const cards = await addCards(shop, { count: 6 });
  const { id, cards: bought } = await buy(user, cards);
  const [revealed, used, returned, soon, over, hidden] = bought.map((card) => card.id) as [
    ...[string, string, string],
    ...[string, string, string],
  ];
  await buy(other, await addCards(shop));
  for (const card of [revealed, used, soon]) await reveal(user, id, card);
  await change(user, id, used, { used: true });
  await shop.as(user)(orders.returnCard, { params: { id, card_id: returned } });
  await Promise.all([expires(soon, 20), expires(over, -1)]);
  const { body } = await shop.as(user)(contract.listWallet);
  expect(Object.fromEntries(body.data.map((card) => [card.id, card.state]))).toEqual({
    [revealed]: 'revealed',
    [used]: 'used',
    [returned]: 'returned',
    [soon]: 'expiring',
    [over]: 'expired',
    [hidden]: 'unrevealed',
  });
  expect(body.meta).toMatchObject({ total: 6, programmes: [{ count: 6 }] });
  const only = await shop.as(user)(contract.listWallet, { query: { state: 'used' } });
  expect([only.body.data.map((card) => card.id), only.body.meta.total]).toEqual([[used], 1]);
  expect(JSON.stringify(body)).not.toContain(cards[0]!.code);
});

test('the wallet is searched by brand, note and order number, and a percent sign is one', async () => {
  const user = await shop.createUser({ balance_cents: 50_000 });
  const [first, second] = [await buy(user, await addCards(shop)), await buy(user, await addCards(shop))];
  await change(user, first.id, first.cards[0]!.id, { note: 'For 50% of Anna' });
  const found = async (q: string) => {
    const { body } = await shop.as(user)(contract.listWallet, { query: { q } });
    return body.data.map((card) => card.order.id);
  };
  expect(await found('anna')).toEqual([first.id]);
  expect(await found('50%')).toEqual([first.id]);
  expect(await found(second.cards[0]!.programme.name)).toEqual([second.id]);
  expect(await found(String(second.number))).toEqual([second.id]);
  expect(await found('_')).toEqual([]);
});

test('only a revealed card is marked as used, and only by its buyer', async () => {
  const [user, other] = [await shop.createUser({ balance_cents: 5_000 }), await shop.createUser()];
  const { id, cards } = await buy(user, await addCards(shop, { count: 2 }));
  const [one, two] = cards.map((card) => card.id) as [string, string];
  expect((await change(user, id, one, { used: true })).status).toBe(409);
  await reveal(user, id, one);
  expect((await change(user, id, one, { used: true })).body.data).toMatchObject({ state: 'used' });
  expect((await change(user, id, one, { used: false })).body.data).toMatchObject({ state: 'revealed', used_at: null });
  await shop.as(user)(orders.returnCard, { params: { id, card_id: two } });
  expect((await change(user, id, two, { used: true })).status).toBe(409);
  expect((await change(other, id, one, { note: 'Mine' })).status).toBe(404);
  expect((await change(user, id, one, { note: 'x'.repeat(201) })).body.errors).toHaveProperty('note');
  expect((await change(user, id, one, { note: '4012888888881881' })).body.errors).toHaveProperty('note');
});

test('a card that expires soon is brought to mind once, in the inbox and by mail', async () => {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const { id, cards } = await buy(user, await addCards(shop, { count: 3 }));
  const [soon, used, later] = cards.map((card) => card.id) as [string, string, string];
  await Promise.all([expires(soon, 30), expires(used, 10), expires(later, 31)]);
  await reveal(user, id, used);
  await change(user, id, used, { used: true });
  await remindExpiring(shop.ctx);
  await remindExpiring(shop.ctx);
  await shop.runQueuedJobs();
  expect(await told(user)).toEqual([{ key: 'wallet.expiring_title' }]);
  const mails = (await mailsTo(user)).filter(({ subject }) => subject === 'Cards that expire soon');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text_body.match(/: expires on /g)).toHaveLength(1);
});

test('an order is confirmed by mail, its waiting codes once they are ready, and a return', async () => {
  const user = await shop.createUser({ balance_cents: 10_000, tier: 0 });
  const order = await buy(user, await addCards(shop, { count: 2, price_cents: 2_000 }));
  expect(order.cards[0]?.revealable_at).not.toBeNull();
  const [job] = await shop.sql<{ run_at: string }[]>`
    select run_at from graphile_worker.jobs where key = ${`order_ready:${order.id}`}`;
  expect(new Date(job!.run_at).toISOString()).toBe(order.cards[0]?.revealable_at);
  await shop.sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`;
  await shop.as(user)(orders.returnCard, { params: { id: order.id, card_id: order.cards[0]!.id } });
  await shop.runQueuedJobs();
  await shop.runQueuedJobs();
  const subjects = (await mailsTo(user)).map(({ subject }) => subject).sort();
  expect(subjects).toEqual(['You returned a card', 'Your codes are ready', 'Your order is paid']);
  expect(await told(user)).toEqual([{ key: 'order.ready_title' }]);
});

test('nobody is told of ready codes once all cards were returned', async () => {
  const user = await shop.createUser({ balance_cents: 10_000, tier: 0 });
  const order = await buy(user, await addCards(shop, { price_cents: 3_000 }));
  await shop.as(user)(orders.returnCard, { params: { id: order.id, card_id: order.cards[0]!.id } });
  await shop.sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`;
  await shop.runQueuedJobs();
  expect(await told(user)).toEqual([]);
});

test('what is switched off is told neither in the inbox nor by mail', async () => {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const settings = [
    { kind: 'bought', inbox: true, mail: false },
    { kind: 'card_expiring', inbox: false, mail: false },
  ] as const;
  const { body } = await shop.as(user)(notifications.changeNotificationSettings, { body: { settings: [...settings] } });
  expect(body.data).toEqual(expect.arrayContaining([...settings, { kind: 'returned', inbox: false, mail: true }]));
  const { cards } = await buy(user, await addCards(shop));
  await expires(cards[0]!.id, 5);
  await remindExpiring(shop.ctx);
  await shop.runQueuedJobs();
  expect(await told(user)).toEqual([{ key: 'order.bought_title' }]);
  expect(await mailsTo(user)).toEqual([]);
  const unknown = [{ kind: 'password_changed', inbox: false, mail: false }];
  const refused = await shop.as(user)(notifications.changeNotificationSettings, {
    body: { settings: unknown as never },
  });
  expect(refused.status).toBe(422);
});

test('the link in a reminder ends reminders by mail, for a mail program too, and nothing else', async () => {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const { cards } = await buy(user, await addCards(shop));
  await expires(cards[0]!.id, 5);
  await remindExpiring(shop.ctx);
  const sent: { unsubscribe_url?: string; subject: string }[] = [];
  await shop.runQueuedJobs({ send: async (mail) => void sent.push(mail) });
  const ended = Object.fromEntries(sent.map(({ subject, unsubscribe_url }) => [subject, unsubscribe_url]));
  expect(ended['Your order is paid']).toBeUndefined();
  const url = new URL(ended['Cards that expire soon']!);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await shop.app.request(url.href, { method: 'POST', body })).status).toBe(204);
  const { body: settings } = await shop.as(user)(notifications.getNotificationSettings);
  expect(settings.data.filter(({ mail }) => !mail)).toEqual([
    { kind: 'card_expiring', inbox: true, mail: false },
    { kind: 'gift_opened', inbox: true, mail: false },
  ]);
  const token = url.searchParams.get('token')!;
  for (const query of [
    { kind: 'card_expiring', token: 'x' },
    { kind: 'guarantee_ending', token },
  ] as const)
    expect((await shop.as(null)(notifications.unsubscribe, { query })).body.errors).toHaveProperty('token');
  await shop.sql`update users set erased_at = now() where id = ${user.id}`;
  expect((await shop.app.request(url.href, { method: 'POST', body })).status).toBe(422);
});

test("a card of the wallet leads to the usable ones beside it, and is nobody else's", async () => {
  const [user, other] = [await shop.createUser({ balance_cents: 50_000 }), await shop.createUser()];
  const { id, cards: bought } = await buy(user, await addCards(shop, { count: 4 }));
  const [first, second, used, last] = bought.map((card) => card.id).toReversed() as [string, string, string, string];
  await reveal(user, id, second);
  await reveal(user, id, used);
  await change(user, id, used, { used: true });
  const get = async (card_id: string, by = user) => shop.as(by)(contract.getWalletCard, { params: { id, card_id } });
  const { data } = (await get(second)).body;
  expect(data).toMatchObject({
    id: second,
    previous: { order_id: id, card_id: first, revealed: false },
    next: { order_id: id, card_id: last, revealed: false },
  });
  expect((await get(first)).body.data).toMatchObject({ previous: null, next: { card_id: second, revealed: true } });
  expect((await get(used)).body.data).toMatchObject({ state: 'used', previous: null, next: null });
  expect((await get(second, other)).status).toBe(404);
});
