import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { disableUser, enableUser } from '#contracts/customers/users.ts';
import { eraseAccount, getEraseLoss } from '#contracts/identity/account.ts';
import { unbranded } from '#contracts/messages/branding.ts';
import { type GiftDesign, SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import * as contract from '#contracts/shop/gifts.ts';
import { listAttention } from '#contracts/shop/home.ts';
import * as orders from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { giftsRetention } from './privacy/gifts-retention.ts';
import { sweepGifts } from './privacy/sweep-gifts.ts';

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
  shop.clock.advance(1_000);
  const next = await give(bought);
  expect(await giftsOf(bought)).toMatchObject([{ id: next.body.data.id, state: 'open' }]);
  expect((await open(tokenOf(next.body.data.url))).body.data.code).toBe(bought.card.code);
  shop.clock.advance(1_000);
  await shop.sql`update gifts set expires_at = ${shop.clock.now()} where id = ${next.body.data.id}`;
  expect((await give(bought)).body.message).toBe('This gift was already opened.');
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

test('each mail goes to its own recipient with what was written to them, and none for a card that was refunded', async () => {
  const [named, plain, refunded] = [await buy(), await buy(), await buy()];
  const [first, second, third] = ['one', 'two', 'three'].map(
    (name) => `${name}.${randomUUID().slice(0, 8)}@example.com`,
  );
  const { data } = (await give(named, { email: first!, giver: 'Aunt Mira', message: 'For you' })).body;
  expect([await give(plain, { email: second! }), await give(refunded, { email: third! })]).toMatchObject([
    { status: 201 },
    { status: 201 },
  ]);
  await shop.sql`update order_lines set state = 'refunded' where card_id = ${refunded.card.id}`;
  const sent: { to: string; subject: string; text: string }[] = [];
  await shop.runQueuedJobs({ send: async (mail) => void sent.push(mail) });
  const to = (address?: string) => sent.filter((mail) => mail.to === address);
  expect(to(first)).toMatchObject([{ subject: 'A gift card from Aunt Mira' }]);
  expect(to(first)[0]!.text).toMatch(/Aunt Mira has sent you a .* card\.\s+For you\s/);
  expect(to(first)[0]!.text).toContain(data.url);
  expect(to(second)).toMatchObject([{ subject: 'A gift card for you' }]);
  expect(to(second)[0]!.text).toMatch(/Somebody gives you a .* card\.\s+The first device/);
  expect(to(second)[0]!.text).not.toContain(data.url);
  expect(to(third)).toEqual([]);
  await shop.sql`update order_lines set state = 'revealed' where card_id = ${refunded.card.id}`;
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
  expect((await give(bought)).status, 'without a mail').toBe(201);
});

test('a gift that nobody opened counts as something to give up with the account', async () => {
  const bought = await buy();
  const { body } = await give(bought);
  const gifts = async () => (await shop.as(bought.user)(getEraseLoss)).body.data.open_gifts;
  expect(await gifts()).toBe(1);
  const state = (name: string) => shop.sql`update order_lines set state = ${name} where card_id = ${bought.card.id}`;
  await state('refunded');
  expect(await gifts()).toBe(0);
  await state('revealed');
  await openAs(await shop.createUser(), body.data.url);
  expect(await gifts()).toBe(0);
  const [withdrawn, expired] = [await buy(), await buy()];
  const open_gifts = async ({ user }: Bought) => (await shop.as(user)(getEraseLoss)).body.data.open_gifts;
  await withdraw(withdrawn.user, (await give(withdrawn)).body.data.id);
  await give(expired);
  expect([await open_gifts(withdrawn), await open_gifts(expired)]).toEqual([0, 1]);
  await shop.sql`
    update gifts set created_at = created_at - interval '1 day', expires_at = ${shop.clock.now()}
    where user_id = ${expired.user.id}`;
  expect(await open_gifts(expired)).toBe(0);
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

/** As if a gift had been opened then. */
const openedAt = (id: string, at: Date) =>
  shop.sql.begin(async (sql) => {
    await sql`alter table gifts disable trigger gifts_stay_used`;
    await sql`update gifts set opened_at = ${at} where id = ${id}`;
    await sql`alter table gifts enable trigger gifts_stay_used`;
  });

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
  await openedAt(id, new Date(shop.clock.now().getTime() - SHOWN_AGAIN_DAYS * DAY_MS));
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

test.each([
  'Facevalue',
  'FACE-VALUE',
  'Fаcevаlue',
  'Faceva1ue',
  'Facevalue Support',
  'The Facevalue team',
  'face value',
  'Face\u3164value',
  'Face\u200bvalue',
  'ꜰᴀᴄᴇᴠᴀʟᴜᴇ',
  'ꓝꓮꓚꓰꓦꓮꓡꓴꓰ',
  '🅵🅰🅲🅴🆅🅰🅻🆄🅴 Support',
  '🇫🇦🇨🇪🇻🇦🇱🇺🇪',
  'Faceʋɑluе',
])('the giver %j could be taken for the shop, and is refused', async (giver) => {
  const { errors } = (await give(await buy(), { giver })).body;
  expect(errors).toEqual({
    giver: ["The recipient could take this name for the shop's. Enter your own, or leave it empty."],
  });
  const several = await buySeveral(2);
  const to = several.cards.map(({ id }) => ({ card_id: id }));
  const { status } = await shop.as(several.user)(contract.makeGifts, {
    params: { id: several.order_id },
    body: { consent: true, giver, cards: to },
  });
  expect([status, await giftsIn(several)]).toEqual([422, []]);
});

test('somebody who gives to people has a name like others, be the shop called as it may', async () => {
  const names = async (giver: string, name: string) => {
    shop.ctx.branding.keep({ ...unbranded, name });
    const { status } = await give(await buy(), { giver });
    shop.ctx.branding.keep(unbranded);
    return status;
  };
  expect(await names('Grandpa Gomez', 'Go')).toBe(201);
  expect(await names('The Go shop', 'Go')).toBe(422);
  expect(await names('G. O.', 'Go')).toBe(422);
  expect(await names('Aunt Mira', '★')).toBe(201);
});

test('two who open a gift, or give a card, at the same moment are one', async () => {
  const bought = await buy();
  const given = await Promise.all([give(bought), give(bought)]);
  expect(given.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { url } = given.find(({ status }) => status === 201)!.body.data;
  const people = [await shop.createUser(), await shop.createUser()];
  const opened = await Promise.all(people.map((person) => openAs(person, url)));
  expect(opened.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an order shows its own gifts, and a day is that of the gifts that are mailed', async () => {
  const several = await buySeveral(2);
  const { user, order_id, cards } = several;
  const send_at = new Date(shop.clock.now().getTime() + 5 * DAY_MS).toISOString();
  const to = cards.map(({ id }, at) => ({ card_id: id, ...(at === 0 && { email: 'friend@example.com' }) }));
  const { body } = await shop.as(user)(contract.makeGifts, {
    params: { id: order_id },
    body: { consent: true, send_at, cards: to },
  });
  expect(body.data.map((gift) => [gift.mailed, gift.send_at])).toEqual([
    [true, send_at],
    [false, null],
  ]);
  expect(Date.parse(body.data[1]!.expires_at)).toBe(shop.clock.now().getTime() + 90 * DAY_MS);
  const [card] = await addCards(shop, { price_cents: 900, name: 'Nordvinge Books' });
  const next = (await shop.as(user)(orders.placeOrder, { body: { ids: [card!.id] } })).body.data;
  expect(next.id).not.toBe(order_id);
  const params = { id: next.id, card_id: card!.id };
  expect((await give({ user, card: card!, params })).status).toBe(201);
  expect((await giftsIn(several)).map(({ card_id }) => card_id)).toEqual(cards.map(({ id }) => id));
  const links = await shop.as(user)(contract.listGiftLinks, { params: { id: next.id } });
  const [link] = links.body.data;
  expect([links.body.data.length, link!.card_id, link!.card.programme.name]).toEqual([1, card!.id, 'Nordvinge Books']);
  const seen = await shop.as(user)(contract.previewGift, { body: { token: tokenOf(link!.url) } });
  expect(seen.body.data.card?.programme.name).toBe('Nordvinge Books');
});

test("the buyer's open pages hear that a gift was made, taken back, made with others and opened", async () => {
  const several = await buySeveral(2);
  const { user, order_id, cards } = several;
  const told = async () =>
    (
      await shop.sql`
      select from events where channel = ${`private-user.${user.id}`} and event = 'order' and data ->> 'id' = ${order_id}`
    ).length;
  // Revealing tells them, too, the first time.
  for (const { id: card_id } of cards)
    await shop.as(user)(orders.revealCard, { params: { id: order_id, card_id }, body: { consent: true } });
  const before = await told();
  const { id } = (await give({ user, card: cards[0]!, params: { id: order_id, card_id: cards[0]!.id } })).body.data;
  expect(await told()).toBe(before + 1);
  await withdraw(user, id);
  await withdraw(user, id);
  expect(await told()).toBe(before + 2);
  const { url } = (await giveAll(several)).body.data[0]!;
  expect(await told()).toBe(before + 3);
  await openAs(user, url);
  expect(await told()).toBe(before + 4);
});

/** Erases the account of whoever bought these. */
const erase = ({ user }: { user: TestUser }) =>
  shop.as(user)(eraseAccount, { body: { username: user.username, give_up: true } });

test('a recipient comes back to the code after the giver has erased their account, and nothing names the giver', async () => {
  const bought = await buy();
  const { body } = await give(bought, { giver: 'Aunt Mira', message: 'For you' });
  const token = tokenOf(body.data.url);
  const recipient = shop.as(await shop.createUser());
  const { device } = (await recipient(contract.openGift, { body: { token } })).body.data;
  const another = await buy();
  await give(another, { giver: 'Uncle Tom', message: 'For them' });
  expect((await erase(bought)).status).toBe(204);
  expect(await giftsOf(another)).toMatchObject([{ state: 'open', giver: 'Uncle Tom', message: 'For them' }]);
  const again = () => recipient(contract.openGift, { body: { token, device } });
  expect((await again()).body.data).toMatchObject({ code: bought.card.code, giver: '', message: '' });
  const seen = (await recipient(contract.previewGift, { body: { token, device } })).body.data;
  expect(seen).toMatchObject({ state: 'opened', giver: '', card: { message: '' } });
  expect((await recipient(contract.openGift, { body: { token } })).status).toBe(409);
  await recipient(contract.saveGift, { body: { token, device } });
  expect((await again()).status).toBe(409);
});

test('an erased account leaves no gift that shows nothing any more', async () => {
  const [unopened, saved, old] = [await buy(), await buy(), await buy()];
  const given = await Promise.all([unopened, saved, old].map((bought) => give(bought, { giver: 'Aunt Mira' })));
  const [link, savedLink, oldLink] = given.map(({ body }) => body.data.url);
  const recipient = await shop.createUser();
  const { device } = (await openAs(recipient, savedLink!)).body.data;
  await shop.as(recipient)(contract.saveGift, { body: { token: tokenOf(savedLink), device } });
  await openAs(recipient, oldLink!);
  await openedAt(given[2]!.body.data.id, new Date(shop.clock.now().getTime() - SHOWN_AGAIN_DAYS * DAY_MS));
  for (const bought of [unopened, saved, old]) {
    expect((await erase(bought)).status).toBe(204);
    expect(await shop.sql`select from gifts where user_id = ${bought.user.id}`).toEqual([]);
  }
  expect((await openAs(recipient, link!)).body.errors).toHaveProperty('token');
});

test('what an erased account left goes once it shows nothing any more, and so does what the release before left', async () => {
  const [shown, over, unopened, living] = [await buy(), await buy(), await buy(), await buy()];
  const all = [shown, over, unopened, living];
  const given = await Promise.all(all.map((bought) => give(bought, { giver: 'Aunt Mira' })));
  const recipient = await shop.createUser();
  for (const at of [0, 1]) await openAs(recipient, given[at]!.body.data.url);
  for (const bought of [shown, over]) expect((await erase(bought)).status).toBe(204);
  const left = () => shop.sql`
    select u.id, g.giver from gifts g join users u on u.id = g.user_id
    where u.id = any(${all.map(({ user }) => user.id)}) order by array_position(${all.map(({ user }) => user.id)}, u.id)`;
  await openedAt(given[1]!.body.data.id, new Date(shop.clock.now().getTime() - SHOWN_AGAIN_DAYS * DAY_MS));
  // As the release before erases: it leaves gifts to a foreign key that cascades.
  await shop.sql`update users set disabled_at = now(), erased_at = now() where id = ${unopened.user.id}`;
  await sweepGifts(shop.ctx);
  expect(await left()).toEqual([
    { id: shown.user.id, giver: '' },
    { id: living.user.id, giver: 'Aunt Mira' },
  ]);
});

test('the mail of a gift waits while its buyer is disabled, and goes out once afterwards', async () => {
  const bought = await buy();
  const email = `friend.${randomUUID()}@example.com`;
  const { id } = (await give(bought, { email })).body.data;
  const staff = await shop.createUser({ role: 'admin', duties: ['support', 'approver'] });
  const params = { id: bought.user.id };
  const held = async () => {
    const { data } = (await shop.as(staff)(orders.inspectOrder, { params: { id: bought.params.id } })).body;
    return data.lines.map(({ gift }) => gift?.held);
  };
  expect(await held()).toEqual([false]);
  await shop.as(staff)(disableUser, { params, body: { reason: 'We ask the buyer something first.' } });
  const sent: string[] = [];
  const deliver = async () => {
    await shop.sql`
      update graphile_worker._private_jobs set run_at = now() where payload ->> 'gift_id' = ${id}`;
    await shop.runQueuedJobs({ send: async ({ to }) => void (to === email && sent.push(to)) });
  };
  await deliver();
  await deliver();
  expect([sent, await held()]).toEqual([[], [true]]);
  await shop.as(staff)(enableUser, { params, body: { reason: 'The buyer answered.' } });
  expect(await held()).toEqual([false]);
  const user = { ...bought.user, token: await shop.signIn(bought.user.id) };
  expect(await giftsOf({ ...bought, user })).toMatchObject([{ unsent: true }]);
  await deliver();
  await deliver();
  expect(sent).toEqual([email]);
  expect(await giftsOf({ ...bought, user })).toMatchObject([{ unsent: false }]);
});

test('a mail that waited until the link ended is not sent', async () => {
  const bought = await buy();
  const { id } = (await give(bought, { email: 'friend@example.com' })).body.data;
  await shop.sql`update users set disabled_at = now() where id = ${bought.user.id}`;
  await shop.sql`
    update gifts set created_at = created_at - interval '1 day', expires_at = ${shop.clock.now()} where id = ${id}`;
  await shop.runQueuedJobs();
  expect(await shop.sql`select from graphile_worker._private_jobs where payload ->> 'gift_id' = ${id}`).toEqual([]);
});

test("the history of the giver's order doesn't say who opened the gift", async () => {
  const bought = await buy();
  const { url } = (await give(bought)).body.data;
  const recipient = await shop.createUser();
  await openAs(recipient, url);
  const own = await buy();
  await openAs(own.user, (await give(own)).body.data.url);
  const staff = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  const opened = async ({ params }: Bought) => {
    const { data } = (await staff(orders.inspectOrder, { params: { id: params.id } })).body;
    return data.events.filter(({ event }) => event === 'gift_opened').map(({ who }) => who?.username ?? null);
  };
  expect(await opened(bought)).toEqual([null]);
  expect(await opened(own)).toEqual([own.user.username]);
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
  await shop.sql`update cards set expires_on = ${ahead(3).slice(0, 10)} where id = ${bought.card.id}`;
  const { id } = (await give(bought, { email, send_at: ahead(3) })).body.data;
  await withdraw(bought.user, id);
  expect((await give(bought, { email, send_at: ahead(-1) })).body.data).toMatchObject({ state: 'open', send_at: null });
});
