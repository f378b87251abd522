import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { shownIn } from '#tests/support/shown-in.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

const cookieOf = ({ token }: TestUser) => `facevalue=${token}`;
/** Sends a form as a browser without JavaScript does. */
const post = (path: string, user: TestUser, fields: string[][]) =>
  app.request(`http://localhost${path}`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(user),
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

const consent: [string, string][] = [
  ['consent_now', 'on'],
  ['consent_final', 'on'],
];

test.each([
  ['without the consent', [], 'friend@example.com', 'Happy birthday!'],
  ['for an address that is none', consent, 'no address', 'Happy birthday!'],
  ['for its message', consent, 'friend@example.com', 'My card is 4012888888881881'],
])('a form for several gifts that is refused %s shows again what was typed', async (_why, boxes, email, words) => {
  const buyer = await shop.createUser({ balance_cents: 27_00, tier: 2 });
  const cards = (await addCards(shop, { count: 3 })).map(({ id }) => id);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids: cards } })).body;
  const [one, two, three] = cards as [string, string, string];
  const fields = [
    ['intent', 'gifts'],
    ['card_id', 'gifts'],
    ['message', words],
    ...boxes,
    ['card', one],
    ['card', two],
    [`email-${one}`, email],
    [`email-${two}`, ''],
    [`email-${three}`, ''],
  ];
  const response = await post(`/orders/${data.id}`, buyer, fields);
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(shownIn(html, 'message')).toContain(words);
  expect(shownIn(html, 'card').toSorted()).toEqual([one, two].toSorted());
  expect(shownIn(html, `email-${one}`)).toEqual([email]);
  expect(html).toMatch(/<details[^>]*together[^>]* open/);
});

test('a form for one gift that is refused shows again what was typed', async () => {
  const buyer = await shop.createUser({ balance_cents: 9_00, tier: 2 });
  const [card] = await addCards(shop);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } })).body;
  const typed = { giver: 'Aunt Mira', message: 'For you', email: 'no address', day: '2026-12-24' };
  const fields = [...Object.entries({ intent: 'gift', card_id: card!.id, ...typed }), ...consent];
  const response = await post(`/orders/${data.id}`, buyer, fields);
  const html = await response.text();
  expect(response.status).toBe(422);
  for (const [name, value] of Object.entries(typed)) expect(shownIn(html, name)).toContain(value);
});

test('the day of a gift begins at nine in the time zone of its giver, and what is no day is refused', async () => {
  const buyer = await shop.createUser({ balance_cents: 9_00, tier: 2 });
  await shop.sql`update users set time_zone = 'Asia/Tokyo' where id = ${buyer.id}`;
  const [card] = await addCards(shop);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } })).body;
  const give = (day: string) => {
    const typed = { intent: 'gift', card_id: card!.id, email: 'friend@example.com', message: '', day };
    return post(`/orders/${data.id}`, buyer, [...Object.entries(typed), ...consent]);
  };
  for (const typed of ['on Christmas', '2026-12-24T10:00', '-271821-04-20', '2027-02-30']) {
    const refused = await give(typed);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Enter a day as year-month-day'),
    ]);
  }
  const over = new Date(shop.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
  const late = await give(over);
  expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('That day is over.')]);
  const day = new Date(shop.clock.now().getTime() + 9 * DAY_MS).toISOString().slice(0, 10);
  expect((await give(day)).status).toBe(302);
  const [gift] = await shop.sql<{ send_at: string }[]>`select send_at from gifts where user_id = ${buyer.id}`;
  expect(new Date(gift!.send_at).toISOString()).toBe(`${day}T00:00:00.000Z`);
});

test('a consent from before a confirmation stands for that purchase alone, on the sheet as in the cart', async () => {
  const buyer = await shop.createUser({ balance_cents: 200_00, tier: 2 });
  await shop.sql`update devices set trusted_at = null where user_id = ${buyer.id}`;
  const [one] = await addCards(shop, { price_cents: 30_00 });
  const [two] = await addCards(shop, { price_cents: 30_00 });
  const pay = async (path: string) => {
    const sent = await post(path, buyer, [
      ['ids', one!.id],
      ['total_cents', '3000'],
      ['order_key', randomUUID()],
      ['consent', 'on'],
    ]);
    expect([sent.status, sent.headers.get('location')]).toEqual([302, expect.stringContaining('/user/confirm')]);
    return [cookieOf(buyer), ...sent.headers.getSetCookie().map((cookie) => cookie.split(';')[0])].join('; ');
  };
  const ticked = async (path: string, cookie: string) => {
    const html = await (await app.request(`http://localhost${path}`, { headers: { cookie } })).text();
    expect(html).toContain('name="consent"');
    return shownIn(html, 'consent').length > 0;
  };
  const sheet = `/buy?ids=${one!.id}`;
  expect(await ticked(sheet, await pay(sheet))).toBe(true);
  expect(await ticked(`/buy?ids=${two!.id}`, await pay(sheet))).toBe(false);
  await shop.as(buyer)(addToCart, { body: [one!.id] });
  expect(await ticked('/cart', await pay('/cart'))).toBe(true);
  const stored = await pay('/cart');
  await shop.as(buyer)(addToCart, { body: [two!.id] });
  expect(await ticked('/cart', stored)).toBe(false);
});

test.each([
  ['', 1],
  ['0', 1],
  ['many', 1],
  ['3', 3],
  ['21', 20],
  ['500', 20],
])('a purchase sheet for the quantity %j offers %d of the cards on sale', async (quantity, offered) => {
  const buyer = await shop.createUser({ balance_cents: 9_00, tier: 2 });
  const [card] = await addCards(shop, { count: 22 });
  const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${card!.id}`;
  const query = new URLSearchParams({ programme_id, face_cents: '1000', quantity });
  const headers = { cookie: cookieOf(buyer) };
  const html = await (await app.request(`http://localhost/buy?${query}`, { headers })).text();
  expect(html).not.toContain('Just sold');
  expect(shownIn(html, 'ids')[0]?.split(',')).toHaveLength(offered);
  expect(html).not.toContain('are on sale right now');
});

test('a purchase that is sent twice at once pays once, and shows the code both times', async () => {
  const buyer = await shop.createUser({ balance_cents: 50_00, tier: 2 });
  const cards = await addCards(shop, { count: 2 });
  const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${cards[0]!.id}`;
  const fields = [
    ['ids', cards[0]!.id],
    ['total_cents', '900'],
    ['order_key', randomUUID()],
    ['consent', 'on'],
  ];
  const press = () => post(`/buy?programme_id=${programme_id}&face_cents=1000`, buyer, fields);
  const answers = await Promise.all([press(), press(), press()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const answer of answers) expect(await answer.text()).toContain(cards[0]!.code.slice(-4));
  expect(await shop.sql`select from orders where user_id = ${buyer.id}`).toHaveLength(1);
});

test('a retention period that was typed before a confirmation is still there after it, once', async () => {
  const path = '/admin/operations/retention';
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  await shop.sql`update sessions set confirmed_at = null where user_id = ${approver.id}`;
  const sent = await post(path, approver, [
    ['name', 'tickets'],
    ['days', '777'],
  ]);
  expect([sent.status, sent.headers.get('location')]).toEqual([302, expect.stringContaining('/user/confirm')]);
  const stored = sent.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const open = (cookie: string) => app.request(`http://localhost${path}`, { headers: { cookie } });
  const after = await open([cookieOf(approver), ...stored].join('; '));
  const periods = shownIn(await after.text(), 'days');
  expect(periods.filter((days) => days === '777')).toHaveLength(1);
  expect(after.headers.getSetCookie().join()).toMatch(/facevalue_form=;/);
  expect(shownIn(await (await open(cookieOf(approver))).text(), 'days')).not.toContain('777');
});

test('what is public of a wallet is still there after a confirmation, and a private key is not', async () => {
  const path = '/admin/ledger/cold-wallets';
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const address = `0x${'ab'.repeat(20)}`;
  const secret = 'ef'.repeat(32);
  const keptOf = async (source: string) => {
    await shop.sql`update sessions set confirmed_at = null where user_id = ${approver.id}`;
    const sent = await post(path, approver, [
      ['coin', 'ETH'],
      ['name', 'Vault'],
      ['source', source],
      ['reason', 'swept here'],
    ]);
    expect(await sent.text()).not.toContain(secret);
    const stored = sent.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    expect(decodeURIComponent(stored.join())).not.toContain(secret);
    const open = await app.request(`http://localhost${path}`, {
      headers: { cookie: [cookieOf(approver), ...stored].join('; ') },
    });
    return shownIn(await open.text(), 'source');
  };
  expect(await keptOf(address)).toEqual([address]);
  expect(await keptOf(secret)).not.toContain(secret);
});
