import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contracts/call.ts';
import { getPayment } from '#contracts/coins/payments.ts';
import { listUserRecords } from '#contracts/customers/users.ts';
import { exportAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { addByValue, addToCart } from '#contracts/shop/cart.ts';
import { listOrders, placeOrder, revealCard } from '#contracts/shop/orders.ts';
import * as contract from '#contracts/shop/waiting-purchases.ts';
import { HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { type DevChain, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { settlePurchase } from './settle/settle-purchase.ts';
import { settlePurchases } from './settle/settle-purchases.ts';

const shop: TestShop = await createTestShop({ catalogue: 'public', no_anonymous: new Map([['NL', 0]]) });
const { ctx, sql } = shop;
const dev: DevChain = await startDevChain();
let poll: () => Promise<unknown>;
let buyer: TestUser;

beforeAll(async () => {
  ({ poll } = await followDevChain(ctx, dev));
});
beforeEach(async () => {
  buyer = await shop.createUser();
  await setRate();
  await poll();
});

const setRate = () => sql`
  insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', ${2500 * 1e8}, '{test}', ${shop.clock.now()})`;
async function advance(ms: number) {
  shop.clock.advance(ms);
  await dev.increaseTime(ms / 1000);
  await setRate();
  await poll();
}

type Body = CallInput<typeof contract.buyWhenCredited>['body'] & object;
const ask = (body: Omit<Body, 'coin'> & { coin?: Body['coin'] }, who: { token: string } | null = buyer) =>
  shop.as(who)(contract.buyWhenCredited, { body: { coin: 'ETH', ...body }, idempotencyKey: randomUUID() });

/** Cards of a programme of their own, and a purchase of them that waits. */
async function wish(
  { count = 1, price_cents = 900, more = 0 }: { count?: number; price_cents?: number; more?: number } = {},
  asked: Partial<Body> = {},
  who = buyer,
) {
  const cards = await addCards(shop, { count: count + more, price_cents });
  const ids = cards.slice(0, count).map(({ id }) => id);
  const { status, body } = await ask({ ids, expected_total_cents: count * price_cents, ...asked }, who);
  expect([status, body.message]).toEqual([201, undefined]);
  return { id: body.data.id, ids, spare: cards.slice(count).map(({ id }) => id), data: body.data };
}

const payment = async (id: string, who = buyer) => (await shop.as(who)(getPayment, { params: { id } })).body.data;
const read = async (id: string, who = buyer) =>
  (await shop.as(who)(contract.getWaitingPurchase, { params: { id } })).body.data;
const ordersOf = async (who = buyer) => (await shop.as(who)(listOrders)).body.data;
const available = (who = buyer) => balanceOf(sql, { kind: 'available', owner_id: who.id });
const close = ({ id }: TestUser) =>
  sql`insert into account_closings (user_id, asked_at, asked_by) values (${id}, now(), ${id})`;
const settle = () => settlePurchases(ctx);
const mine = async (blocks = 12) => {
  await dev.mine(blocks);
  await poll();
};
/** Pays a share of what was quoted, and lets it be credited. */
async function pay(id: string, { who = buyer, part = 1n, of = 1n } = {}) {
  const { address, amount_units } = await payment(id, who);
  await dev.send(address, (BigInt(amount_units) * part) / of);
  await mine();
}
const titles = async (who = buyer) => (await shop.as(who)(listNotifications)).body.data.map(({ title }) => title);
async function mails(who: TestUser) {
  await shop.runQueuedJobs();
  const rows = await sql<{ subject: string }[]>`select subject from mailbox where recipient = ${who.email} order by id`;
  return rows.map(({ subject }) => subject);
}
async function expectNotBought(id: string, why: RegExp, who = buyer) {
  await settle();
  expect(await read(id, who)).toMatchObject({ state: 'failed', ended_why: expect.stringMatching(why), order: null });
  expect(await ordersOf(who)).toEqual([]);
  expect((await verifyLedger(sql)).problems).toEqual([]);
}

describe('a purchase that waits for a credit', () => {
  test('is bought once the payment is credited, by the consent of then, and says so', async () => {
    const { id, ids, data } = await wish({ count: 2 }, { consent: true });
    expect(data).toMatchObject({
      state: 'waiting',
      total_cents: 1800,
      payment: { coin: 'ETH', amount_cents: 1800 },
      cards: [{ price_cents: 900 }, { price_cents: 900 }],
      order: null,
    });
    await settle();
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    shop.clock.advance(MINUTE_MS);
    await pay(id);
    expect(await available()).toBe(1800);
    await settle();
    const bought = await read(id);
    const [order] = await ordersOf();
    expect(bought).toMatchObject({ state: 'bought', order: { id: order!.id, number: order!.number }, ended_why: null });
    expect(await available()).toBe(0);
    const lines = await sql`
      select card_id, consent_at, consent_version, state from order_lines where order_id = ${order!.id} order by card_id`;
    expect(lines).toEqual(
      ids
        .toSorted()
        .map((card_id) => ({ card_id, consent_at: data.consent_at, consent_version: 1, state: 'delivered' })),
    );
    const [placed] =
      await sql`select actor_id, details from audit_entries where action = 'order.placed' and subject = ${order!.id}`;
    expect(placed).toMatchObject({ actor_id: buyer.id, details: { payment_id: id, asked_at: data.asked_at } });
    expect(await mails(buyer)).toContain('Your order is paid');
    const code = await shop.as(buyer)(revealCard, {
      params: { id: order!.id, card_id: ids[0]! },
      body: { consent: true },
    });
    expect(code.status).toBe(200);
    const [line] = await sql`select consent_at from order_lines where card_id = ${ids[0]!}`;
    expect(line).toEqual({ consent_at: data.consent_at });
    expect((await verifyLedger(sql)).problems).toEqual([]);
  });

  test('without a consent is bought as an order whose cards can be returned', async () => {
    const { id } = await wish();
    await pay(id);
    await settle();
    const [line] = await sql`
      select l.consent_at, l.consent_version from order_lines l join waiting_purchases w on w.order_id = l.order_id where w.id = ${id}`;
    expect(line).toEqual({ consent_at: null, consent_version: null });
  });

  test('adds to a balance that is there, and at least the smallest top-up', async () => {
    const rich = await shop.createUser({ balance_cents: 800 });
    const { data } = await wish({ count: 2 }, {}, rich);
    expect(data.payment.amount_cents).toBe(1000);
    const nearly = await shop.createUser({ balance_cents: 899 });
    expect((await wish({}, {}, nearly)).data.payment.amount_cents).toBe(500);
  });

  test('is bought once, though two processes settle it at the same time, and again', async () => {
    const { id } = await wish();
    await shop.fund(buyer.id, 5000);
    await pay(id);
    await Promise.all([settlePurchase(ctx, id), settlePurchase(ctx, id), settlePurchases(ctx), settlePurchases(ctx)]);
    await settle();
    expect(await ordersOf()).toHaveLength(1);
    expect(await available()).toBe(5000);
  });

  test('is bought later, and once, if the process ends between the credit and the end of the purchase', async () => {
    const { id } = await wish();
    await pay(id);
    await sql`
      create function end_process() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`;
    await sql`
      create trigger end_process before update of state on waiting_purchases for each row execute function end_process()`;
    await settle();
    expect([await ordersOf(), await available(), (await read(id)).state]).toEqual([[], 900, 'waiting']);
    await sql`drop function end_process() cascade`;
    await settle();
    await settle();
    expect([(await ordersOf()).length, await available(), (await read(id)).state]).toEqual([1, 0, 'bought']);
  });

  test('takes an equal card for one that was chosen by its value and sold meanwhile, but for no other', async () => {
    const other = await shop.createUser({ balance_cents: 5000 });
    const by_value = await wish({ more: 1 }, { by_value: true });
    // One in the buyer's own cart will do, and what was asked for leaves it, too.
    await shop.as(buyer)(addToCart, { body: { ids: [...by_value.ids, ...by_value.spare] } });
    expect((await shop.as(other)(placeOrder, { body: { ids: by_value.ids } })).status).toBe(201);
    await settle();
    await pay(by_value.id);
    await settle();
    const [line] = await sql`
      select card_id from order_lines l join waiting_purchases w on w.order_id = l.order_id where w.id = ${by_value.id}`;
    expect(line).toEqual({ card_id: by_value.spare[0] });
    expect(await sql`select from cart_items where user_id = ${buyer.id}`).toHaveLength(0);
    const chosen = await shop.createUser();
    const { id, ids } = await wish({ more: 1 }, {}, chosen);
    await shop.as(other)(placeOrder, { body: { ids } });
    await expectNotBought(id, /^Somebody else bought a card/, chosen);
    await pay(id, { who: chosen });
    expect(await available(chosen)).toBe(900);
  });

  test('from the cart is by value what is so there, and leaves the cart when it is bought', async () => {
    const cards = await addCards(shop, { count: 2 });
    const [card] = await sql<{ programme_id: string }[]>`select programme_id from cards where id = ${cards[0]!.id}`;
    const cart = await shop.as(buyer)(addByValue, {
      body: { programme_id: card!.programme_id, face_cents: 1000, quantity: 1 },
    });
    const { body } = await ask({ ids: cart.body.data.map(({ id }) => id), expected_total_cents: 900 });
    expect(body.data.cards).toMatchObject([{ by_value: true }]);
    await pay(body.data.id);
    await settle();
    expect(await sql`select from cart_items where user_id = ${buyer.id}`).toHaveLength(0);
  });

  test('waits until the sum is whole', async () => {
    const { id } = await wish({ count: 2 });
    await pay(id, { part: 1n, of: 2n });
    await settle();
    expect([await available(), (await read(id)).state]).toEqual([900, 'waiting']);
    await pay(id, { part: 1n, of: 2n });
    await settle();
    expect((await read(id)).state).toBe('bought');
  });

  test('never buys while something of the payment is on hold', async () => {
    const { id } = await wish();
    await shop.fund(buyer.id, 5000);
    await pay(id);
    await sql`update deposits set hold_reason = 'review', amount_units = amount_units + 1 where payment_id = ${id}`;
    await settle();
    await settlePurchase(ctx, id);
    expect((await read(id)).state).toBe('waiting');
    await sql`update deposits set hold_reason = null, amount_units = amount_units - 1 where payment_id = ${id}`;
    await sql`update deposits set height = null, hash = null where payment_id = ${id}`;
    await settle();
    await settlePurchase(ctx, id);
    expect((await read(id)).state).toBe('waiting');
    expect([await available(), await ordersOf()]).toEqual([5900, []]);
  });

  test('buys nothing while the shop is closed', async () => {
    const { id } = await wish();
    await pay(id);
    await settlePurchases({
      ...ctx,
      maintenance: { closure: () => ({ source: 'database', messages: {}, started_at: null, ends_at: null }) },
    });
    expect((await read(id)).state).toBe('waiting');
  });

  test('follows the first credit of an account, which activates it', async () => {
    const newcomer = await shop.createUser({ active: false });
    const { id, data } = await wish({}, {}, newcomer);
    expect(data.payment.amount_cents).toBe(Math.max(900, shop.config.activation_minimum_cents));
    await pay(id, { who: newcomer });
    await settle();
    await settlePurchase(ctx, id);
    expect((await read(id, newcomer)).state).toBe('waiting');
    await sql`update users set email_verified_at = now(), activated_at = now() where id = ${newcomer.id}`;
    await settle();
    expect((await read(id, newcomer)).state).toBe('bought');
  });
});

describe('is not bought, the money stays, and the buyer is told why:', () => {
  test('a price that rose', async () => {
    const { id, ids } = await wish();
    await sql`update cards set price_cents = 901 where id = ${ids[0]!}`;
    await pay(id);
    await expectNotBought(id, /^The price rose/);
    expect(await available()).toBe(900);
    expect(await titles()).toContain("Your cards weren't bought");
    expect(await mails(buyer)).toContain("Your cards weren't bought");
  });

  test('a lower price is what it costs', async () => {
    const { id, ids } = await wish();
    await sql`update cards set price_cents = 850 where id = ${ids[0]!}`;
    await pay(id);
    await settle();
    expect([(await read(id)).state, await available()]).toEqual(['bought', 50]);
  });

  test('a programme that was suspended, before anything is paid', async () => {
    const { id, ids } = await wish();
    await sql`update programmes set state = 'suspended' where id = (select programme_id from cards where id = ${ids[0]!})`;
    await expectNotBought(id, /^The programme is off sale/);
  });

  test('a card that is paused counts as gone only once its money is there', async () => {
    const { id, ids } = await wish();
    await sql`update cards set state = 'paused' where id = ${ids[0]!}`;
    await settle();
    expect((await read(id)).state).toBe('waiting');
    await pay(id);
    await expectNotBought(id, /no longer on sale/);
  });

  test('an account that was disabled', async () => {
    const { id } = await wish();
    await sql`update users set disabled_at = now() where id = ${buyer.id}`;
    await settle();
    const [row] = await sql`select state from waiting_purchases where id = ${id}`;
    expect(row).toEqual({ state: 'failed' });
  });

  test('an account that is being closed', async () => {
    const { id } = await wish();
    await close(buyer);
    await expectNotBought(id, /being closed/);
  });

  test('a limit that was reached meanwhile', async () => {
    const { id } = await wish();
    await pay(id);
    await sql`update users set tier = 0, country = 'US' where id = ${buyer.id}`;
    await sql`
      insert into orders (user_id, total_cents, card_count, created_at) values (${buyer.id}, 1000000, 1, ${shop.clock.now()})`;
    await settle();
    expect(await read(id)).toMatchObject({ state: 'failed', ended_why: expect.stringContaining('24 hours') });
  });

  test('spending that was blocked meanwhile', async () => {
    const { id } = await wish();
    await pay(id);
    await sql`
      insert into spending_blocks (user_id, deposit_id, blocked_at)
      select user_id, id, now() from deposits where payment_id = ${id}`;
    await expectNotBought(id, /^The network undid a payment/);
    expect(await available()).toBe(900);
  });

  test('terms that were not accepted', async () => {
    const { id } = await wish();
    await pay(id);
    const [text] = await sql<{ id: string }[]>`
      insert into legal_texts (kind, locale, content, published_at)
      values ('terms', 'en', 'New terms', ${new Date(shop.clock.now().getTime() + 1)}) returning id`;
    shop.clock.advance(1000);
    await settle();
    await sql`delete from legal_texts where id = ${text!.id}`;
    expect(await read(id)).toMatchObject({ state: 'failed', ended_why: expect.stringMatching(/terms/) });
  });

  test('a country without anonymous accounts', async () => {
    const { id } = await wish();
    await pay(id);
    await sql`update users set country = 'NL', tier = 0 where id = ${buyer.id}`;
    await expectNotBought(id, /the law asks for a verified account/);
  });

  test('a device that is trusted no more, above what any device may spend', async () => {
    const { id } = await wish({ count: 3 });
    const small = await shop.createUser();
    const within = await wish({}, {}, small);
    await pay(id);
    await pay(within.id, { who: small });
    await sql`delete from sessions where user_id in (${buyer.id}, ${small.id})`;
    const again = { ...buyer, token: await shop.signIn(buyer.id) };
    await settle();
    expect(await read(id, again)).toMatchObject({ state: 'failed', ended_why: 'Sign in first.' });
    const [bought] = await sql`select state from waiting_purchases where id = ${within.id}`;
    expect(bought).toEqual({ state: 'bought' });
  });

  test('a quote that nobody paid: no mail', async () => {
    const { id } = await wish();
    await advance(20 * MINUTE_MS);
    await expectNotBought(id, /^Nothing was paid/);
    expect(await mails(buyer)).toEqual([]);
    expect(await titles()).toEqual([]);
  });

  test('money that came after the quote, though nobody looked in between', async () => {
    const { id } = await wish();
    const { address, amount_units } = await payment(id);
    await advance(21 * MINUTE_MS);
    await dev.send(address, BigInt(amount_units));
    await mine();
    await expectNotBought(id, /^Nothing was paid/);
    expect(await available()).toBe(900);
  });

  test('two that are asked for at the same time: one waits', async () => {
    await Promise.all([wish(), wish(), wish()]);
    const states = await sql<{ state: string }[]>`
      select state from waiting_purchases where user_id = ${buyer.id} order by state`;
    expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'waiting']);
  });

  test('a sum that was not whole within 24 hours', async () => {
    const { id } = await wish({ count: 2 });
    await pay(id, { part: 1n, of: 2n });
    await advance(24 * HOUR_MS);
    await expectNotBought(id, /^The sum wasn't complete/);
    expect(await available()).toBe(900);
  });

  test('an account that was not active within 24 hours', async () => {
    const newcomer = await shop.createUser({ active: false });
    const { id } = await wish({}, {}, newcomer);
    await pay(id, { who: newcomer });
    await advance(24 * HOUR_MS);
    await settle();
    expect(await read(id, newcomer)).toMatchObject({
      state: 'failed',
      ended_why: expect.stringMatching(/wasn't active/),
    });
  });

  test('money that was seen in time and credited too late', async () => {
    const { id } = await wish();
    const { address, amount_units } = await payment(id);
    await dev.send(address, BigInt(amount_units));
    await poll();
    await advance(24 * HOUR_MS);
    await settle();
    expect(await read(id)).toMatchObject({
      state: 'failed',
      ended_why: expect.stringMatching(/wasn't credited within/),
    });
  });

  test('another purchase in its place', async () => {
    const { id } = await wish();
    const next = await wish();
    expect(await read(id)).toMatchObject({
      state: 'failed',
      ended_why: 'You asked for another purchase in its place.',
    });
    expect((await shop.as(buyer)(contract.listWaitingPurchases, { query: { open: '1' } })).body.data).toMatchObject([
      { id: next.id },
    ]);
  });
});

describe('calling off', () => {
  const callOff = (id: string, who: { token: string } = buyer) =>
    shop.as(who)(contract.callOffPurchase, { params: { id } });
  const resume = (id: string, who: { token: string } = buyer) =>
    shop.as(who)(contract.resumePurchase, { params: { id } });

  test('leaves the money on the balance, and can be undone within the time', async () => {
    const { id } = await wish();
    expect((await callOff(id)).body.data).toMatchObject({ state: 'called_off', ended_why: null });
    expect((await callOff(id)).status).toBe(200);
    await pay(id);
    await settle();
    expect([await available(), (await read(id)).state]).toEqual([900, 'called_off']);
    expect((await resume(id)).body.data).toMatchObject({ state: 'waiting', ended_at: null });
    expect((await resume(id)).status).toBe(200);
    await settle();
    expect((await read(id)).state).toBe('bought');
    expect((await callOff(id)).status).toBe(409);
    expect((await resume(id)).status).toBe(409);
    const actions =
      await sql`select action, actor_id from audit_entries where subject = ${id} and action like 'purchase.%' order by id`;
    expect(actions).toEqual([
      { action: 'purchase.asked', actor_id: buyer.id },
      { action: 'purchase.called_off', actor_id: buyer.id },
      { action: 'purchase.resumed', actor_id: buyer.id },
      { action: 'purchase.bought', actor_id: null },
    ]);
  });

  test('is not undone once its time is over, and takes the place of one that waits', async () => {
    const { id } = await wish();
    await callOff(id);
    const next = await wish();
    await resume(id);
    expect((await read(next.id)).state).toBe('failed');
    await callOff(id);
    await advance(24 * HOUR_MS);
    expect((await resume(id)).body.message).toMatch(/^The time for this purchase is over/);
  });

  test('is undone only from a device that could ask for as much', async () => {
    const { id } = await wish({ count: 3 });
    const small = await shop.createUser();
    const within = await wish({}, {}, small);
    await callOff(id);
    await callOff(within.id, small);
    const strange = async (who: TestUser) => {
      const token = await shop.signIn(who.id);
      const [session] = await sql<{ device_id: string }[]>`
        update sessions set confirmed_at = null, confirmed_by = null
        where id = (select id from sessions where user_id = ${who.id} order by id desc limit 1) returning device_id`;
      await sql`update devices set trusted_at = null where id = ${session!.device_id}`;
      return { token };
    };
    const stranger = await strange(buyer);
    expect(await resume(id, stranger)).toMatchObject({
      status: 403,
      body: { reason: 'device_confirmation_required' },
    });
    expect((await read(id)).state).toBe('called_off');
    expect((await resume(within.id, await strange(small))).status).toBe(200);
    expect((await resume(id)).status).toBe(200);
  });

  test('is for nobody else, nor is looking', async () => {
    const { id } = await wish();
    const other = await shop.createUser();
    expect((await callOff(id, other)).status).toBe(404);
    expect((await resume(id, other)).status).toBe(404);
    expect((await shop.as(other)(contract.getWaitingPurchase, { params: { id } })).status).toBe(404);
    expect((await shop.as(other)(contract.listWaitingPurchases)).body.data).toEqual([]);
  });
});

describe('asking is refused', () => {
  const refusal = async (body: Omit<Body, 'coin'> & { coin?: Body['coin'] }, who: TestUser | null = buyer) => {
    const { status, body: reply } = await ask(body, who);
    return [status, reply.message];
  };
  const one = async (price_cents = 900) => (await addCards(shop, { price_cents }))[0]!.id;

  test('to visitors, without cards, and for coins that are not offered', async () => {
    expect((await refusal({ ids: [await one()], expected_total_cents: 900 }, null))[0]).toBe(401);
    expect((await refusal({ ids: [], expected_total_cents: 0 }))[0]).toBe(422);
    expect((await refusal({ ids: [await one()], expected_total_cents: 900, coin: 'BTC' }))[0]).toBe(422);
  });

  test('for another total than the buyer saw, and for cards that are gone', async () => {
    const id = await one();
    expect(await refusal({ ids: [id], expected_total_cents: 899 })).toEqual([
      409,
      'The price changed. The total is now $9.00.',
    ]);
    await sql`update cards set state = 'paused' where id = ${id}`;
    expect((await refusal({ ids: [id], expected_total_cents: 900 }))[0]).toBe(422);
    expect((await refusal({ ids: [randomUUID()], expected_total_cents: 900 }))[0]).toBe(404);
  });

  test('if the balance covers it already', async () => {
    const rich = await shop.createUser({ balance_cents: 900 });
    expect(await refusal({ ids: [await one()], expected_total_cents: 900 }, rich)).toEqual([
      409,
      'Your balance already covers this. You can buy it now.',
    ]);
  });

  test('over a limit, in a country without anonymous accounts, while the account closes, and from an unconfirmed device', async () => {
    const low = await shop.createUser({ tier: 0 });
    expect((await refusal({ ids: [await one(90_000)], expected_total_cents: 90_000 }, low))[0]).toBe(422);
    const barred = await shop.createUser({ tier: 0 });
    await sql`update users set country = 'NL' where id = ${barred.id}`;
    expect((await refusal({ ids: [await one()], expected_total_cents: 900 }, barred))[0]).toBe(422);
    const blocked = await shop.createUser();
    await close(blocked);
    expect((await refusal({ ids: [await one()], expected_total_cents: 900 }, blocked))[0]).toBe(403);
    const untrusted = await shop.createUser();
    await sql`update devices set trusted_at = null where user_id = ${untrusted.id}`;
    await sql`update sessions set confirmed_at = null, confirmed_by = null where user_id = ${untrusted.id}`;
    expect((await refusal({ ids: [await one(2501)], expected_total_cents: 2501 }, untrusted))[0]).toBe(403);
    expect((await refusal({ ids: [await one(2500)], expected_total_cents: 2500 }, untrusted))[0]).toBe(201);
  });

  test('twice with one key it is asked for once', async () => {
    const body: Body = { coin: 'ETH', ids: [await one()], by_value: false, expected_total_cents: 900 };
    const idempotencyKey = randomUUID();
    const [first, second] = [
      await shop.as(buyer)(contract.buyWhenCredited, { body, idempotencyKey }),
      await shop.as(buyer)(contract.buyWhenCredited, { body, idempotencyKey }),
    ];
    expect([first.status, second.body.data.id]).toEqual([201, first.body.data.id]);
    expect(await sql`select from payments where user_id = ${buyer.id}`).toHaveLength(1);
  });
});

test('staff read what somebody asked for, and the account’s export holds it', async () => {
  const { id } = await wish();
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  const records = await shop.as(support)(listUserRecords, { params: { id: buyer.id }, query: { kind: 'purchases' } });
  expect(records.body.data).toMatchObject([{ id, what: 'waiting', amount_cents: 900, link: null }]);
  await pay(id);
  await settle();
  const [deposit] = await sql<{ id: string }[]>`select id from deposits where payment_id = ${id}`;
  const seen = await shop.as(support)(contract.getPurchaseOfDeposit, { params: { id: deposit!.id } });
  expect(seen.body.data).toMatchObject({ id, state: 'bought' });
  expect((await shop.as(support)(contract.getPurchaseOfDeposit, { params: { id } })).status).toBe(404);
  expect((await shop.as(support)(contract.callOffPurchase, { params: { id } })).status).toBe(404);
  expect((await shop.as(buyer)(contract.getPurchaseOfDeposit, { params: { id: deposit!.id } })).status).toBe(403);
  const { body } = await shop.as(buyer)(exportAccount);
  expect(body).toMatchObject({ waiting_purchases: [{ id, total_cents: 900, state: 'bought' }] });
});
