import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getEraseLoss } from '#contracts/identity/account.ts';
import { type GiftDesign, SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import * as contract from '#contracts/shop/gifts.ts';
import { listAttention } from '#contracts/shop/home.ts';
import * as orders from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { giftsRetention } from './privacy/gifts-retention.ts';

const shop = await createTestShop();
const visitor = shop.as(null);

async function buy({ tier = 1, price_cents = 900 } = {}) {
  const user = await shop.createUser({ balance_cents: 50_000, tier });
  const [card] = await addCards(shop, { price_cents });
  const { body } = await shop.as(user)(orders.placeOrder, { body: { ids: [card!.id] } });
  return { user, card: card!, params: { id: body.data.id, card_id: card!.id } };
}

type Bought = Awaited<ReturnType<typeof buy>>;

interface Given {
  giver?: string;
  message?: string;
  design?: GiftDesign;
  email?: string;
  send_at?: string;
}

const give = ({ user, params }: Bought, body: Given = {}, by: TestUser = user) =>
  shop.as(by)(contract.makeGift, { params, body: { consent: true, ...body } });

const tokenOf = (url: string | null | undefined) => new URL(url!).searchParams.get('token')!;
const open = (token: string) => visitor(contract.openGift, { body: { token } });
const preview = (token: string) => visitor(contract.previewGift, { body: { token } });
const withdraw = (user: TestUser, id: string) => shop.as(user)(contract.withdrawGift, { params: { id } });
const giftsOf = async ({ user, params }: Bought) =>
  (await shop.as(user)(contract.listGifts, { params: { id: params.id } })).body.data;

test('whoever has the link sees the code once, and the buyer that it was opened', async () => {
  const bought = await buy();
  const { status, body } = await give(bought, { message: 'Happy 30. birthday, from J. & B... Buy 1.5 l of ice!' });
  expect([status, body.data.state]).toEqual([201, 'open']);
  const opened = await open(tokenOf(body.data.url));
  expect(opened.headers.get('cache-control')).toBe('no-store');
  expect(opened.body.data).toMatchObject({
    code: bought.card.code,
    pin: bought.card.pin,
    message: 'Happy 30. birthday, from J. & B... Buy 1.5 l of ice!',
    face_cents: 1000,
  });
  expect(await open(tokenOf(body.data.url))).toMatchObject({
    status: 409,
    body: { message: 'This gift was already opened. Only the device that opened it can show the code.' },
  });
  expect(await giftsOf(bought)).toMatchObject([{ state: 'opened', opened_at: expect.any(String) }]);
  const told = await shop.sql`select title ->> 'key' as key from notifications where user_id = ${bought.user.id}`;
  expect(told).toEqual([{ key: 'gift.opened_title' }]);
  const { data: waits } = (await shop.as(bought.user)(listAttention)).body;
  expect(waits.map(({ text }) => text)).toContainEqual(expect.stringMatching(/that you gave away ends on/));
  // Who has saved no zone reads them in that of the page around them.
  const there = (await shop.as(bought.user)(listAttention, { query: { time_zone: 'Asia/Tokyo' } })).body.data;
  expect(there.map(({ text }) => text)).toContainEqual(expect.stringMatching(/ends on .*GMT\+9/));
  expect((await withdraw(bought.user, body.data.id)).status).toBe(409);
  expect((await give(bought)).body.message).toBe('This gift was already opened.');
});

test('a gift of a buyer who is disabled opens for nobody', async () => {
  const bought = await buy();
  const token = tokenOf((await give(bought)).body.data.url);
  await shop.sql`update users set disabled_at = now() where id = ${bought.user.id}`;
  expect(await open(token)).toMatchObject({
    status: 409,
    body: { message: "This gift can't be opened at the moment. Ask whoever gave you the card." },
  });
  expect(await shop.sql`select opened_at from gifts where user_id = ${bought.user.id}`).toEqual([{ opened_at: null }]);
});

test('a gift counts as revealed: with consent and a trusted device, after the wait, and no return follows', async () => {
  const bought = await buy();
  const { user, params } = bought;
  const none = await shop.as(user)(contract.makeGift, { params, body: { consent: false } as never });
  expect(none.body.errors).toHaveProperty('consent');
  await shop.sql`update devices set trusted_at = null where user_id = ${user.id}`;
  expect((await give(bought)).status).toBe(403);
  await shop.sql`update devices set trusted_at = now() where user_id = ${user.id}`;
  await give(bought);
  const [line] = await shop.sql`
    select state, consent_version, consent_at is not null as consented from order_lines
    where card_id = ${params.card_id}`;
  expect(line).toEqual({ state: 'revealed', consent_version: 1, consented: true });
  expect((await shop.as(user)(orders.returnCard, { params })).status).toBe(409);
  const actions = await shop.sql`
    select action from audit_entries where subject = ${params.card_id} and actor_id = ${user.id} order by id`;
  expect(actions.map(({ action }) => action)).toEqual(['card.revealed', 'gift.made']);
  const waiting = await buy({ tier: 0, price_cents: 3_000 });
  expect((await give(waiting)).status).toBe(409);
  expect(await giftsOf(waiting)).toEqual([]);
});

test('a gift can be taken back before it is opened, and then given again', async () => {
  const bought = await buy();
  const { body } = await give(bought);
  const twice = await give(bought);
  expect([twice.status, twice.body.message]).toEqual([
    409,
    'There is already a gift link for this card. Take it back first.',
  ]);
  const back = await withdraw(bought.user, body.data.id);
  expect(back.body.data).toMatchObject({ state: 'withdrawn', url: null });
  expect((await open(tokenOf(body.data.url))).body.message).toBe('This gift was taken back.');
  const next = await give(bought);
  expect((await open(tokenOf(next.body.data.url))).body.data.code).toBe(bought.card.code);
});

test('nobody else can give, see or take back a gift, and a returned card is no gift', async () => {
  const bought = await buy();
  const other = await shop.createUser();
  expect((await give(bought, {}, other)).status).toBe(404);
  const { id } = (await give(bought)).body.data;
  expect((await withdraw(other, id)).status).toBe(404);
  expect((await shop.as(other)(contract.getGift, { params: { id } })).status).toBe(404);
  expect((await shop.as(other)(contract.listGifts, { params: { id: bought.params.id } })).body.data).toEqual([]);
  const returned = await buy();
  await shop.as(returned.user)(orders.returnCard, { params: returned.params });
  expect((await give(returned)).status).toBe(409);
});

test('a link that is expired, forged or of a refunded card shows nothing', async () => {
  const bought = await buy();
  const url = (await give(bought)).body.data.url;
  expect((await open('x')).body.errors).toHaveProperty('token');
  const forged = tokenOf(url).replace(/\.(.)/, (_all, first) => `.${first === 'A' ? 'B' : 'A'}`);
  expect((await open(forged)).body.errors).toHaveProperty('token');
  await shop.sql`update order_lines set state = 'refunded' where card_id = ${bought.card.id}`;
  expect((await open(tokenOf(url))).status).toBe(409);
  expect(await giftsOf(bought)).toMatchObject([{ state: 'withdrawn' }]);
  await shop.sql`update order_lines set state = 'revealed' where card_id = ${bought.card.id}`;
  await shop.sql`
    update gifts set created_at = created_at - interval '1 day', expires_at = ${shop.clock.now()}
    where user_id = ${bought.user.id}`;
  expect((await open(tokenOf(url))).body.message).toMatch(/^This link has expired/);
  expect((await give(bought)).status).toBe(201);
});

test('a mailed gift goes to the address once, which is forgotten then', async () => {
  const bought = await buy();
  const email = `friend.${randomUUID()}@example.com`;
  const { body } = await give(bought, { message: 'For you', email });
  const sent: { to: string; text: string }[] = [];
  await shop.runQueuedJobs({ send: async (mail) => void sent.push(mail) });
  const [mail] = sent.filter(({ to }) => to === email);
  expect(mail?.text).toContain('For you');
  expect(mail?.text).toContain(body.data.url);
  expect(mail?.text).not.toContain(bought.card.code);
  expect(await shop.sql`select email, mailed from gifts where id = ${body.data.id}`).toEqual([
    { email: null, mailed: true },
  ]);
  expect(JSON.stringify(shop.logged)).not.toContain(tokenOf(body.data.url));
});

test('a gift mail that was taken back is not sent', async () => {
  const bought = await buy();
  const email = `friend.${randomUUID()}@example.com`;
  const { body } = await give(bought, { email });
  await withdraw(bought.user, body.data.id);
  const sent: { to: string }[] = [];
  await shop.runQueuedJobs({ send: async (mail) => void sent.push(mail) });
  expect(sent.filter(({ to }) => to === email)).toEqual([]);
});

test.each([
  'See https://evil.example',
  'See evil.example/x',
  'Claim it at evil.example',
  'Write to me@evil.example',
  'Open evil.example?a=1',
  'evil．example',
  'пример.рф',
  'evil.भारत',
  'हिन्दी.com',
  'i❤.ws',
  'ftp://192.0.2.7',
  'At 192.0.2.7',
  'tg://join',
  'See evil .com',
  'See evil[.]com',
  'See evil (dot) com',
  'See evil.\u200ccom',
  'See evil\u00ad.com',
  'See evil.\u034fcom',
  'See evil.\ufe0fcom',
  'mailto:me',
  'tel:110',
  'Card 4012888888881881',
  'x'.repeat(301),
])('the message %j is refused', async (message) => {
  const { errors } = (await give(await buy(), { message })).body;
  expect(Object.keys(errors ?? {})).toEqual(['message']);
});

test('the eleventh mail of a day is refused', async () => {
  const bought = await buy();
  const email = 'friend@example.com';
  await shop.sql`
    insert into throttles (key, hits, resets_at)
    values (${`gift:${bought.user.id}`}, 9, ${new Date(shop.clock.now().getTime() + DAY_MS)})`;
  const tenth = await give(bought, { email });
  await withdraw(bought.user, tenth.body.data.id);
  expect([tenth.status, (await give(bought, { email })).status]).toEqual([201, 429]);
});

test('a gift that nobody opened counts as something to give up with the account', async () => {
  const bought = await buy();
  const { body } = await give(bought);
  const gifts = async () => (await shop.as(bought.user)(getEraseLoss)).body.data.open_gifts;
  expect(await gifts()).toBe(1);
  await open(tokenOf(body.data.url));
  expect(await gifts()).toBe(0);
});

test('what a gift said is forgotten a month after its end', async () => {
  const bought = await buy();
  const { body } = await give(bought, { message: 'For you' });
  const forget = () =>
    giftsRetention.prune(shop.sql, new Date(shop.clock.now().getTime() - giftsRetention.days * DAY_MS), 10);
  const words = async () => (await shop.sql`select message from gifts where id = ${body.data.id}`)[0];
  await forget();
  expect(await words()).toEqual({ message: 'For you' });
  await shop.sql`
    update gifts set opened_at = ${new Date(shop.clock.now().getTime() - 31 * DAY_MS)} where id = ${body.data.id}`;
  await forget();
  expect(await words()).toEqual({ message: '' });
});

async function buySeveral(count: number, { tier = 1, price_cents = 900 } = {}) {
  const user = await shop.createUser({ balance_cents: 50_000, tier });
  const cards = await addCards(shop, { count, price_cents });
  const { body } = await shop.as(user)(orders.placeOrder, { body: { ids: cards.map(({ id }) => id) } });
  return { user, order_id: body.data.id, cards };
}

type Several = Awaited<ReturnType<typeof buySeveral>>;
type Recipient = { card_id: string; email?: string };

const giveAll = (
  { user, order_id, cards }: Several,
  { to = cards.map(({ id }) => ({ card_id: id })), message = '', by = user }: GiveAll = {},
) => shop.as(by)(contract.makeGifts, { params: { id: order_id }, body: { consent: true, message, cards: to } });

interface GiveAll {
  to?: Recipient[];
  message?: string;
  by?: TestUser;
}

/** Somebody signed in has a limit of their own. */
const openAs = (user: TestUser, url: string | null) =>
  shop.as(user)(contract.openGift, { body: { token: tokenOf(url) } });

const giftsIn = async ({ user, order_id }: Several) =>
  (await shop.as(user)(contract.listGifts, { params: { id: order_id } })).body.data;

test('several cards of an order are given at once, each by a link of its own, with a consent and an audit entry each', async () => {
  const several = await buySeveral(3);
  const { user, order_id, cards } = several;
  const email = `friend.${randomUUID()}@example.com`;
  const to = cards.map(({ id }, at) => ({ card_id: id, ...(at === 0 && { email }) }));
  const { status, body } = await giveAll(several, { to, message: 'For the three of you' });
  expect([status, body.data.map(({ card_id }) => card_id)]).toEqual([201, cards.map(({ id }) => id)]);
  expect(new Set(body.data.map(({ url }) => url)).size).toBe(3);
  for (const { card_id, url } of body.data) {
    const { code, message } = (await openAs(user, url)).body.data;
    expect([code, message]).toEqual([cards.find(({ id }) => id === card_id)!.code, 'For the three of you']);
  }
  const lines = await shop.sql`
    select distinct state, consent_version from order_lines where order_id = ${order_id} and consent_at is not null`;
  expect(lines).toEqual([{ state: 'revealed', consent_version: 1 }]);
  const entries = await shop.sql`
    select action, count(*)::int from audit_entries
    where actor_id = ${user.id} and action in ('card.revealed', 'gift.made') group by action order by action`;
  expect(entries).toEqual([
    { action: 'card.revealed', count: 3 },
    { action: 'gift.made', count: 3 },
  ]);
  expect((await giftsIn(several)).filter(({ mailed }) => mailed)).toHaveLength(1);
});

test('an order lists the links of its gifts until they are opened or taken back, for its buyer only', async () => {
  const several = await buySeveral(3);
  const { user, order_id } = several;
  const [first, second, third] = (await giveAll(several)).body.data;
  const links = async (by: TestUser) =>
    (await shop.as(by)(contract.listGiftLinks, { params: { id: order_id } })).body.data.map(({ url }) => url);
  await openAs(user, first!.url);
  await withdraw(user, second!.id);
  expect(await links(user)).toEqual([third!.url]);
  expect(await links(await shop.createUser())).toEqual([]);
});

test('one card that cannot be given stops all of them, and nothing of them is left', async () => {
  const several = await buySeveral(3);
  const [, , last] = several.cards;
  const foreign = await buy();
  const own = several.cards.map(({ id }) => ({ card_id: id }));
  await shop.as(several.user)(orders.returnCard, { params: { id: several.order_id, card_id: last!.id } });
  expect((await giveAll(several)).status).toBe(409);
  expect((await giveAll(several, { to: [...own.slice(0, 2), { card_id: foreign.card.id }] })).status).toBe(404);
  expect((await giveAll(several, { to: [own[0]!, own[0]!] })).status).toBe(409);
  expect((await giveAll(several, { to: [] })).body.errors).toHaveProperty('cards');
  expect((await giveAll(several, { message: 'See evil.example' })).body.errors).toHaveProperty('message');
  expect((await giveAll(several, { by: foreign.user })).status).toBe(404);
  expect(await giftsIn(several)).toEqual([]);
  const states = await shop.sql`
    select state, count(*)::int from order_lines where order_id = ${several.order_id} group by state order by state`;
  expect(states).toEqual([
    { state: 'delivered', count: 2 },
    { state: 'returned', count: 1 },
  ]);
  const [mailed] = await shop.sql`
      select count(*)::int from audit_entries where actor_id = ${several.user.id} and action = 'gift.made'`;
  expect(mailed).toEqual({ count: 0 });
});

test('mails beyond the limit of a day are refused together, and count for nothing', async () => {
  const several = await buySeveral(3);
  const key = `gift:${several.user.id}`;
  await shop.sql`
    insert into throttles (key, hits, resets_at)
    values (${key}, 8, ${new Date(shop.clock.now().getTime() + DAY_MS)})`;
  const to = several.cards.map(({ id }) => ({ card_id: id, email: 'friend@example.com' }));
  expect((await giveAll(several, { to })).status).toBe(429);
  expect(await giftsIn(several)).toEqual([]);
  expect(await shop.sql`select hits from throttles where key = ${key}`).toEqual([{ hits: 8 }]);
  expect((await giveAll(several, { to: to.slice(0, 2) })).status).toBe(201);
});

test('cards are not given together without a consent, from a device that is not trusted, or before their time', async () => {
  const several = await buySeveral(2);
  const params = { id: several.order_id };
  const cards = several.cards.map(({ id }) => ({ card_id: id }));
  const none = await shop.as(several.user)(contract.makeGifts, { params, body: { consent: false, cards } as never });
  expect(none.body.errors).toHaveProperty('consent');
  await shop.sql`update devices set trusted_at = null where user_id = ${several.user.id}`;
  expect((await giveAll(several)).status).toBe(403);
  expect((await shop.as(several.user)(contract.listGiftLinks, { params })).status).toBe(403);
  expect((await giveAll(await buySeveral(2, { tier: 0, price_cents: 1_500 }))).status).toBe(409);
});

test('two who give the same cards at the same moment, together and singly, make one gift of each', async () => {
  const several = await buySeveral(3);
  const { user, order_id, cards } = several;
  const answers = await Promise.all([
    giveAll(several),
    giveAll(several, { to: cards.map(({ id }) => ({ card_id: id })).reverse() }),
    ...cards.map(({ id }) =>
      shop.as(user)(contract.makeGift, { params: { id: order_id, card_id: id }, body: { consent: true } }),
    ),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const made = await shop.sql`
    select count(*)::int as gifts, count(distinct line_id)::int as lines from gifts
    where user_id = ${user.id} and withdrawn_at is null`;
  expect(made).toEqual([{ gifts: 3, lines: 3 }]);
});

test('before the press a gift says from whom it is, which card and the message, and never a code', async () => {
  const bought = await buy();
  const wrapping = { giver: 'Aunt Mira', message: 'For you', design: 'birthday' as const };
  const { body } = await give(bought, wrapping);
  const token = tokenOf(body.data.url);
  const seen = await preview(token);
  expect(seen.body.data).toMatchObject({
    state: 'open',
    giver: 'Aunt Mira',
    shown_until: null,
    card: { ...wrapping, face_cents: 1000 },
  });
  expect(JSON.stringify(seen.body)).not.toContain(bought.card.code);
  expect(await giftsOf(bought)).toMatchObject([{ state: 'open', opened_at: null }]);
  await withdraw(bought.user, body.data.id);
  expect((await preview(token)).body.data).toMatchObject({ state: 'withdrawn', giver: 'Aunt Mira', card: null });
  expect((await preview('x')).body.errors).toHaveProperty('token');
});

/** A recipient, signed in, as their limit of openings is their own then. */
async function recipient() {
  const call = shop.as(await shop.createUser());
  return {
    open: (token: string, device?: string) => call(contract.openGift, { body: { token, ...(device && { device }) } }),
    preview: (token: string, device: string) => call(contract.previewGift, { body: { token, device } }),
    save: (token: string, device: string) => call(contract.saveGift, { body: { token, device } }),
  };
}

test('the device that opened a gift shows its code again until it says that it is saved; no other does', async () => {
  const { open, preview, save } = await recipient();
  const bought = await buy();
  const token = tokenOf((await give(bought)).body.data.url);
  const { device } = (await open(token)).body.data;
  const other = await buy();
  const foreign = (await open(tokenOf((await give(other)).body.data.url))).body.data.device;
  expect((await open(token, device)).body.data.code).toBe(bought.card.code);
  expect((await preview(token, device)).body.data).toMatchObject({ state: 'opened', card: { face_cents: 1000 } });
  for (const stranger of [foreign, `${device}x`, token]) {
    expect((await open(token, stranger)).status).toBe(409);
    expect((await preview(token, stranger)).body.data).toMatchObject({ state: 'opened', card: null });
    expect((await save(token, stranger)).status).toBe(422);
  }
  const told = await shop.sql`select from notifications where user_id = ${bought.user.id}`;
  expect(told).toHaveLength(1);
  expect([(await save(token, device)).status, (await save(token, device)).status]).toEqual([204, 204]);
  expect(await open(token, device)).toMatchObject({
    status: 409,
    body: { message: "You told us that the code is saved, so this link doesn't show it any more." },
  });
  expect((await preview(token, device)).body.data).toMatchObject({ card: null, shown_until: null });
  const actions = await shop.sql`
    select action from audit_entries where subject = ${bought.card.id} and action like 'gift.%' order by id`;
  expect(actions.map(({ action }) => action)).toEqual(['gift.made', 'gift.opened', 'gift.shown_again', 'gift.saved']);
});

test('a device shows an opened gift for two weeks, and never one whose card was refunded', async () => {
  const { open } = await recipient();
  const bought = await buy();
  const { id, url } = (await give(bought)).body.data;
  const token = tokenOf(url);
  const { device } = (await open(token)).body.data;
  await shop.sql`update order_lines set state = 'refunded' where card_id = ${bought.card.id}`;
  expect((await open(token, device)).body.message).toBe('This gift was taken back.');
  await shop.sql`update order_lines set state = 'revealed' where card_id = ${bought.card.id}`;
  expect((await open(token, device)).status).toBe(200);
  const late = new Date(shop.clock.now().getTime() - SHOWN_AGAIN_DAYS * DAY_MS);
  await shop.sql.begin(async (sql) => {
    await sql`alter table gifts disable trigger gifts_stay_used`;
    await sql`update gifts set opened_at = ${late} where id = ${id}`;
    await sql`alter table gifts enable trigger gifts_stay_used`;
  });
  expect((await open(token, device)).status).toBe(409);
});

test.each(['See evil.example', 'Card 4012888888881881', 'a\u202eb', 'x'.repeat(61)])(
  'the name %j of a giver is refused',
  async (giver) => {
    const { errors } = (await give(await buy(), { giver })).body;
    expect(Object.keys(errors ?? {})).toEqual(['giver']);
  },
);

test('a gift for a day is mailed then and not before, once, in the name of its giver', async () => {
  const bought = await buy();
  const email = `friend.${randomUUID()}@example.com`;
  const send_at = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString();
  const { status, body } = await give(bought, { email, giver: 'Aunt Mira', send_at });
  expect([status, body.data.send_at]).toEqual([201, send_at]);
  expect(Date.parse(body.data.expires_at)).toBe(Date.parse(send_at) + 90 * DAY_MS);
  const sent: { to: string; subject: string }[] = [];
  const send = async (mail: { to: string; subject: string }) => {
    if (mail.to === email) sent.push(mail);
  };
  const deliver = () => shop.runQueuedJobs({ send });
  await deliver();
  expect(sent).toEqual([]);
  const due = await shop.sql<{ run_at: Date }[]>`
    update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '20 days'
    returning key`;
  expect(due).toHaveLength(1);
  await deliver();
  await deliver();
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[email, 'A gift card from Aunt Mira']]);
});

test('a day without an address, beyond a year or after the end of the card is refused', async () => {
  const bought = await buy();
  const ahead = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString();
  const refused = async (body: Given) => Object.keys((await give(bought, body)).body.errors ?? {});
  const email = 'friend@example.com';
  expect(await refused({ send_at: ahead(3) })).toEqual(['send_at']);
  expect(await refused({ email, send_at: ahead(400) })).toEqual(['send_at']);
  await shop.sql`update cards set expires_on = ${ahead(2).slice(0, 10)} where id = ${bought.card.id}`;
  expect(await refused({ email, send_at: ahead(3) })).toEqual(['send_at']);
  expect((await give(bought, { email, send_at: ahead(-1) })).body.data).toMatchObject({ state: 'open', send_at: null });
});
