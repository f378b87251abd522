import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { userChannel } from '#contracts/channels.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import { acceptTerms } from '#contracts/content/content.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { getOrder, placeOrder, returnCard } from '#contracts/shop/orders.ts';
import * as contract from '#contracts/shop/preorders.ts';
import * as batches from '#contracts/supply/batches.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { compareBook } from '#platform/ledger/compare-book.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';
import { fillPreorders } from './fill/fill-preorders.ts';
import { preorderBook } from './money/preorder-book.ts';
import { verifyPreorders } from './verify-preorders.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const run = () => fillPreorders(ctx);
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** A programme with cards that nobody can buy yet. */
async function coming(count: number, facts: Parameters<typeof addCards>[1] = {}) {
  const cards = await addCards(shop, { count, ...facts, state: 'unconfirmed' });
  const ids = cards.map(({ id }) => id);
  const [{ programme_id, batch_id }] = await sql<[{ programme_id: string; batch_id: string }]>`
    select programme_id, batch_id from cards where id = ${ids[0]!}`;
  const arrive = (some = ids) =>
    sql`update cards set state = 'available', issuer_confirmed = true where id = any(${some})`;
  return { ids, programme_id, batch_id, arrive };
}

const place = (user: TestUser, programme_id: string, changes: Partial<NonNullable<Parameters<typeof ask>[1]>> = {}) =>
  ask(user, {
    programme_id,
    face_cents: 1000,
    quantity: 1,
    highest_price_cents: 1000,
    expires_on: inDays(30),
    ...changes,
  });
const ask = (user: TestUser, body: Parameters<ReturnType<typeof shop.as>>[1] extends never ? never : object) =>
  shop.as(user)(contract.placePreorder, { body: body as never, idempotencyKey: randomUUID() });
const mine = async (user: TestUser) => (await shop.as(user)(contract.listPreorders)).body.data;
const balance = async (user: TestUser) => (await shop.as(user)(getCurrentUser)).body.data.balance_cents;
const states = async (ids: string[]) =>
  (await sql<{ state: string }[]>`select state from cards where id = any(${ids}) order by id`).map(
    ({ state }) => state,
  );
const inbox = async (user: TestUser) => (await shop.as(user)(listNotifications)).body.data.map(({ title }) => title);
/** Blocks spending without the deposit that was reversed. */
const block = ({ id }: TestUser) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into spending_blocks (user_id, deposit_id, blocked_at) values (${id}, ${randomUUID()}, now())`;
  });
const locksWaitedFor = async () => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`;
  return row.count;
};
const problems = async () => [
  ...(await verifyLedger(sql)).problems,
  ...(await compareBook(sql, preorderBook)),
  ...(await verifyPreorders(sql)),
];

describe('a pre-order', () => {
  test('is quoted with its price, what it reserves, who waits and what is on sale instead', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const other = await shop.createUser({ balance_cents: 9000 });
    const { programme_id, ids, arrive } = await coming(4);
    await place(other, programme_id, { quantity: 3, highest_price_cents: 800 });
    await arrive(ids.slice(0, 2));
    const body = { programme_id, face_cents: 1000, quantity: 3 };
    const { status, body: quote } = await shop.as(buyer)(contract.quotePreorder, { body });
    expect(status).toBe(200);
    expect(quote.data).toMatchObject({
      unit_price_cents: 900,
      highest_price_cents: 900,
      fee_cents: 0,
      total_cents: 2700,
      balance_cents: 5000,
      // The other one pays too little for any of these cards.
      preorders_before: 0,
      cards_before: 0,
      on_sale: { cards: 2, from_cents: 900 },
      frozen: false,
    });
    const cheap = await shop.as(buyer)(contract.quotePreorder, { body: { ...body, highest_price_cents: 800 } });
    expect(cheap.body.data).toMatchObject({ preorders_before: 1, cards_before: 3 });
    expect(await balance(buyer)).toBe(5000);
  });

  test('is quoted by the terms of its newest batch while nothing is on sale', async () => {
    const buyer = await shop.createUser();
    const { programme_id } = await coming(1);
    await sql`update batches set discount_bp = 500 where programme_id = ${programme_id}`;
    const body = { programme_id, face_cents: 1000, quantity: 2, highest_price_cents: 980 };
    expect((await shop.as(buyer)(contract.quotePreorder, { body })).body.data).toMatchObject({
      unit_price_cents: 950,
      highest_price_cents: 980,
      total_cents: 1960,
      on_sale: null,
    });
  });

  test('reserves its highest price, buys at the price of the card, and frees the difference', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(3);
    const placed = await place(buyer, programme_id, { quantity: 3, highest_price_cents: 1000 });
    expect(placed).toMatchObject({
      status: 201,
      body: { data: { state: 'open', reserved_cents: 3000, cards_before: 0 } },
    });
    expect(await balance(buyer)).toBe(2000);
    await arrive(ids.slice(0, 2));
    expect(await states(ids)).toEqual(['paused', 'paused', 'unconfirmed']);
    await run();
    expect(await states(ids)).toEqual(['sold', 'sold', 'unconfirmed']);
    expect(await mine(buyer)).toMatchObject([
      {
        state: 'part_filled',
        filled: 2,
        spent_cents: 1800,
        reserved_cents: 1000,
        orders: [{ cards: 2, total_cents: 1800 }],
      },
    ]);
    expect(await balance(buyer)).toBe(2200);
    const month = shop.clock.now().toISOString().slice(0, 7);
    const { lines } = (await shop.as(buyer)(getStatement, { params: { month } })).body.data;
    const { number } = (await mine(buyer))[0]!.orders[0]!;
    expect(lines.map(({ kind, order }) => [kind, order?.number]).slice(-3)).toEqual([
      ['preorder_reserved', undefined],
      ['preorder_released', number],
      ['order', number],
    ]);
    await arrive(ids.slice(2));
    await run();
    expect(await mine(buyer)).toMatchObject([{ state: 'filled', filled: 3, reserved_cents: 0, cards_before: null }]);
    expect(await balance(buyer)).toBe(2300);
    expect(await problems()).toEqual([]);
  });

  test('is filled before what came after it, and what is left over goes on sale', async () => {
    const [first, second] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(4);
    await place(first, programme_id, { quantity: 2 });
    await place(second, programme_id, { quantity: 1 });
    await arrive(ids.slice(0, 1));
    await run();
    expect([(await mine(first))[0]!.filled, (await mine(second))[0]!.filled]).toEqual([1, 0]);
    await arrive(ids.slice(1));
    await run();
    expect([(await mine(first))[0]!.state, (await mine(second))[0]!.state]).toEqual(['filled', 'filled']);
    expect(await states(ids)).toEqual(['sold', 'sold', 'sold', 'available']);
  });

  test('passes dearer cards on to who would pay for them, and gets a card once its price is cut', async () => {
    const [thrifty, generous] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(2);
    await place(thrifty, programme_id, { highest_price_cents: 850 });
    await place(generous, programme_id, { highest_price_cents: 950 });
    await arrive();
    await run();
    expect([(await mine(thrifty))[0]!.filled, (await mine(generous))[0]!.filled]).toEqual([0, 1]);
    await sql`update cards set price_cents = 800 where id = any(${ids}) and state = 'available'`;
    await run();
    expect((await mine(thrifty))[0]).toMatchObject({ state: 'filled', spent_cents: 800 });
  });

  test('whose price rose before its turn passes its card on and stays', async () => {
    const [thrifty, generous] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(1);
    await place(thrifty, programme_id, { highest_price_cents: 900 });
    await place(generous, programme_id, { highest_price_cents: 1000 });
    await arrive();
    await sql`update cards set price_cents = 950 where id = ${ids[0]!}`;
    await run();
    expect([(await mine(thrifty))[0]!.state, (await mine(generous))[0]!.state]).toEqual(['open', 'filled']);
  });

  test('is cancelled once; its money is free at once, and its cards go to the next', async () => {
    const [buyer, next] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(2);
    const params = { id: (await place(buyer, programme_id, { quantity: 2 })).body.data.id };
    await place(next, programme_id);
    await arrive();
    const told = () =>
      sql`
        select from events where channel = ${userChannel(buyer.id)} and event = 'preorder'
          and data ->> 'id' = ${params.id}`;
    const before = await told();
    const cancelled = await shop.as(buyer)(contract.cancelPreorder, { params });
    expect(await told()).toHaveLength(before.length + 1);
    expect(cancelled).toMatchObject({ status: 200, body: { data: { state: 'cancelled', end_reason: 'buyer' } } });
    expect(await balance(buyer)).toBe(5000);
    expect((await shop.as(buyer)(contract.cancelPreorder, { params })).status).toBe(409);
    expect((await shop.as(next)(contract.cancelPreorder, { params })).status).toBe(404);
    await run();
    expect(await states(ids)).toEqual(['sold', 'available']);
    expect((await mine(next))[0]!.state).toBe('filled');
    expect(await problems()).toEqual([]);
  });

  test('may be placed again as soon as it is cancelled', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id } = await coming(1);
    const wish = { programme_id, face_cents: 1000, quantity: 1, highest_price_cents: 1000, expires_on: inDays(30) };
    const send = async () => (await shop.as(buyer)(contract.placePreorder, { body: wish as never })).body.data.id;
    const id = await send();
    expect(await send()).toBe(id);
    await shop.as(buyer)(contract.cancelPreorder, { params: { id } });
    expect(await send()).not.toBe(id);
    expect(await balance(buyer)).toBe(4000);
  });

  test('expires after its last day, and says so', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, arrive } = await coming(1);
    await place(buyer, programme_id, { expires_on: inDays(1) });
    shop.clock.advance(DAY_MS);
    await run();
    expect((await mine(buyer))[0]!.state).toBe('open');
    shop.clock.advance(DAY_MS);
    await run();
    expect(await mine(buyer)).toMatchObject([{ state: 'expired', reserved_cents: 0, end_reason: null }]);
    expect([await balance(buyer), await inbox(buyer)]).toEqual([5000, ['Pre-order expired']]);
    await arrive();
    expect(
      await states(
        (await sql<{ id: string }[]>`select id from cards where programme_id = ${programme_id}`).map(({ id }) => id),
      ),
    ).toEqual(['available']);
  });

  test('waits while its programme is suspended, and is cancelled when it is retired', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(1);
    await place(buyer, programme_id);
    await sql`update programmes set state = 'suspended' where id = ${programme_id}`;
    await arrive();
    await run();
    expect(await mine(buyer)).toMatchObject([{ state: 'open', frozen: true }]);
    expect(await states(ids)).toEqual(['paused']);
    await sql`update programmes set state = 'retired' where id = ${programme_id}`;
    await run();
    expect(await mine(buyer)).toMatchObject([{ state: 'cancelled', end_reason: 'retired', frozen: false }]);
    expect(await balance(buyer)).toBe(5000);
    expect(await sql`select from preorder_allotments where card_id = ${ids[0]!}`).toEqual([]);
  });

  test('that only asks to be told reserves nothing and is told once', async () => {
    const buyer = await shop.createUser();
    const { programme_id, ids, arrive } = await coming(1);
    expect((await place(buyer, programme_id, { notify_only: true, highest_price_cents: 900 })).status).toBe(201);
    await run();
    expect(await inbox(buyer)).toEqual([]);
    await arrive();
    expect(await states(ids)).toEqual(['available']);
    await run();
    await run();
    expect(await inbox(buyer)).toEqual(['Back in stock']);
    expect(await mine(buyer)).toMatchObject([{ state: 'filled', filled: 0 }]);
  });

  test('that reserved nothing ends without a word about money', async () => {
    const buyer = await shop.createUser();
    const { programme_id } = await coming(1);
    await place(buyer, programme_id, { notify_only: true, expires_on: inDays(1) });
    const other = (await place(buyer, programme_id, { notify_only: true })).body.data.id;
    shop.clock.advance(2 * DAY_MS);
    await run();
    const support = await shop.createUser({ role: 'admin', duties: ['support'] });
    const cancel = { params: { id: other }, body: { reason: 'asked by the buyer' } };
    expect((await shop.as(support)(contract.cancelForBuyer, cancel)).status).toBe(200);
    const { data } = (await shop.as(buyer)(listNotifications)).body;
    expect(data.map(({ title }) => title)).toEqual(['Pre-order cancelled', 'Pre-order expired']);
    for (const { content } of data) expect(content).not.toContain('$');
  });

  test('of an erased account is cancelled with it', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id } = await coming(1);
    await place(buyer, programme_id, { quantity: 3 });
    const body = { username: buyer.username, give_up: true } as const;
    expect(
      (await shop.as(buyer)(eraseAccount, { body: { username: buyer.username } as never })).body.message,
    ).toContain('$50.00');
    expect((await shop.as(buyer)(eraseAccount, { body })).status).toBe(204);
    expect(await sql`select state, end_reason from preorders where user_id = ${buyer.id}`).toEqual([
      { state: 'cancelled', end_reason: 'erased' },
    ]);
    expect(await problems()).toEqual([]);
  });

  test('whose order waits for its codes has its buyer told when they are ready', async () => {
    const buyer = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const facts = { price_cents: 2000, face_cents: 4000 };
    const [first, second] = [await coming(1, facts), await coming(1, facts)];
    for (const { programme_id, arrive } of [first, second]) {
      await place(buyer, programme_id, { highest_price_cents: 2000, face_cents: 4000 });
      await arrive();
      await run();
    }
    const [delayed, at_once] = (await mine(buyer)).map(({ orders }) => orders[0]!.id);
    const jobs = await sql<{ key: string; run_at: string }[]>`
      select key, run_at from graphile_worker.jobs
      where key in ${sql([delayed, at_once].map((id) => `order_ready:${id}`))}`;
    expect(jobs.map(({ key }) => key)).toEqual([`order_ready:${delayed}`]);
    const { body } = await shop.as(buyer)(getOrder, { params: { id: delayed! } });
    expect(new Date(jobs[0]!.run_at).toISOString()).toBe(body.data.cards[0]!.revealable_at);
  });

  test('many fills are one mail and a notification each', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const [one, other] = [await coming(1), await coming(1)];
    await place(buyer, one.programme_id);
    await place(buyer, other.programme_id);
    await one.arrive();
    await other.arrive();
    await run();
    await shop.runQueuedJobs();
    const mails = await sql<
      { subject: string; text: string }[]
    >`select subject, text_body as text from mailbox where recipient = ${buyer.email}`;
    expect(mails.map(({ subject }) => subject)).toEqual(['Your pre-order was filled']);
    expect(mails[0]!.text.match(/for \$9\.00: order/g)).toHaveLength(2);
    expect(await inbox(buyer)).toEqual(['Pre-order filled', 'Pre-order filled']);
  });
});

describe('a pre-order is refused', () => {
  test('without money, with a price over the limit, for unknown goods, a wrong day, or as the eleventh', async () => {
    const buyer = await shop.createUser({ balance_cents: 900, tier: 0 });
    const { programme_id } = await coming(1);
    const refusal = async (changes: object) => {
      const { status, body } = await place(buyer, programme_id, changes);
      return [status, Object.keys(body.errors ?? {})[0]];
    };
    expect(await refusal({})).toEqual([422, 'balance']);
    expect(await refusal({ highest_price_cents: 50_01 })).toEqual([422, 'highest_price_cents']);
    const lowest = 100;
    expect(await refusal({ notify_only: true, highest_price_cents: lowest - 1 })).toEqual([422, 'highest_price_cents']);
    expect(await refusal({ face_cents: 1234 })).toEqual([422, 'face_cents']);
    expect(await refusal({ programme_id: randomUUID() })).toEqual([422, 'programme_id']);
    expect(await refusal({ quantity: 101 })).toEqual([422, 'quantity']);
    expect(await refusal({ expires_on: inDays(0) })).toEqual([422, 'expires_on']);
    expect(await refusal({ expires_on: inDays(181) })).toEqual([422, 'expires_on']);
    for (let i = 0; i < 10; i++) {
      const made = await place(buyer, programme_id, {
        notify_only: true,
        quantity: i + 1,
        highest_price_cents: lowest,
      });
      expect(made.status).toBe(201);
    }
    expect(await refusal({ notify_only: true })).toEqual([409, undefined]);
  });

  test('while enough of it is on sale at its price', async () => {
    const buyer = await shop.createUser({ balance_cents: 9000 });
    const { programme_id, arrive } = await coming(2);
    await arrive();
    expect((await place(buyer, programme_id, { quantity: 2 })).status).toBe(409);
    expect((await place(buyer, programme_id, { quantity: 3 })).status).toBe(201);
    expect((await place(buyer, programme_id, { highest_price_cents: 899 })).status).toBe(201);
  });

  test('to a buyer who may not spend, or whose device is not trusted', async () => {
    const buyer = await shop.createUser({ balance_cents: 9000 });
    const { programme_id } = await coming(1);
    await sql`update devices set trusted_at = null where user_id = ${buyer.id}`;
    expect((await place(buyer, programme_id, { quantity: 2 })).status).toBe(201);
    expect((await place(buyer, programme_id)).body).toMatchObject({ reason: 'device_confirmation_required' });
    await block(buyer);
    expect((await place(buyer, programme_id, { quantity: 3 })).status).toBe(403);
  });
});

describe('who can not be served', () => {
  test('is skipped with the reason, keeps the place, and is served when nothing stands against it', async () => {
    const [blocked, next] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(3);
    await place(blocked, programme_id);
    await place(next, programme_id, { quantity: 2 });
    await block(blocked);
    await arrive(ids.slice(0, 1));
    await run();
    expect(await mine(blocked)).toMatchObject([{ state: 'open', skip_reason: 'blocked', reserved_cents: 1000 }]);
    expect((await mine(next))[0]!.filled).toBe(1);
    await sql`update spending_blocks set lifted_at = now() where user_id = ${blocked.id}`;
    shop.clock.advance(HOUR_MS);
    await run();
    await arrive(ids.slice(1, 2));
    await run();
    expect(await mine(blocked)).toMatchObject([{ state: 'filled', skip_reason: null }]);
    expect((await mine(next))[0]!.filled).toBe(1);
    expect(await inbox(blocked)).toEqual(['Pre-order filled', 'Pre-order skipped']);
  });

  test('gets what went on sale in the meantime', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(1);
    await place(buyer, programme_id);
    await sql`update users set disabled_at = now() where id = ${buyer.id}`;
    await arrive();
    await run();
    expect(await states(ids)).toEqual(['available']);
    await sql`update users set disabled_at = null where id = ${buyer.id}`;
    shop.clock.advance(HOUR_MS);
    await run();
    expect((await mine(buyer))[0]).toMatchObject({ state: 'filled' });
  });

  test('loses the place after seven days', async () => {
    const [blocked, next] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids, arrive } = await coming(8);
    await place(blocked, programme_id);
    await place(next, programme_id, { quantity: 5 });
    await block(blocked);
    for (const at of [0, 1]) {
      await run();
      await arrive(ids.slice(at, at + 1));
      await run();
      expect((await mine(blocked))[0]!.cards_before).toBe(at === 0 ? 0 : 3);
      shop.clock.advance(7 * DAY_MS);
    }
  });

  test('buys as much as the limits of the tier allow', async () => {
    const buyer = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const { programme_id, arrive } = await coming(4, { price_cents: 3000, face_cents: 4000 });
    await place(buyer, programme_id, { quantity: 4, highest_price_cents: 3000, face_cents: 4000 });
    await arrive();
    await run();
    expect(await mine(buyer)).toMatchObject([
      { filled: 3, skip_reason: 'day_limit', orders: [{ cards: 1 }, { cards: 1 }, { cards: 1 }] },
    ]);
    expect(await balance(buyer)).toBe(15_000 - 4 * 3000);
  });
});

describe('a card that is allotted, but no longer fit', () => {
  test.each([
    ['was reported unusable', 'unusable_at = now()'],
    ['is a canary', 'canary = true'],
    ['expired yesterday', `expires_on = '${inDays(-1)}'`],
  ] as const)('and %s is neither bought nor put on sale; its pre-order gets the next', async (_, change) => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(2);
    await place(buyer, programme_id);
    await arrive(ids.slice(0, 1));
    await sql`update cards set ${sql.unsafe(change)} where id = ${ids[0]!}`;
    await run();
    expect(await states(ids)).toEqual(['paused', 'unconfirmed']);
    expect(await mine(buyer)).toMatchObject([{ state: 'open', filled: 0, reserved_cents: 1000 }]);
    expect(await sql`select from preorder_allotments where card_id = ${ids[0]!}`).toHaveLength(0);
    await arrive(ids.slice(1));
    await run();
    expect(await states(ids)).toEqual(['paused', 'sold']);
    expect(await mine(buyer)).toMatchObject([{ state: 'filled' }]);
    expect(await problems()).toEqual([]);
  });
});

describe('every way into stock serves pre-orders first', () => {
  test('a returned card', async () => {
    const [buyer, waiting] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const [card] = await addCards(shop);
    const [{ programme_id }] = await sql<
      [{ programme_id: string }]
    >`select programme_id from cards where id = ${card!.id}`;
    const order = (await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } })).body.data;
    await place(waiting, programme_id);
    await shop.as(buyer)(returnCard, { params: { id: order.id, card_id: card!.id } });
    expect(await states([card!.id])).toEqual(['paused']);
    await run();
    expect((await mine(waiting))[0]!.state).toBe('filled');
  });

  test('a batch that is approved, and one that is paused and resumed', async () => {
    const staff = await createStaff(shop);
    const buyer = await shop.createUser({ balance_cents: 20_000 });
    const codes = [9001, 9002, 9003].map((n) => ({ code: codeNumber(n), face: '10.00' }));
    const { id, registration_ref } = await staff.activeProgramme({ currency: 'USD', country: 'US' });
    await place(buyer, id, { quantity: 2 });
    const batch_id = await staff.openBatch(id);
    await staff.importText(
      batch_id,
      ['code,pin,face_value', ...codes.map(({ code, face }) => `${code},123456,${face}`)].join('\n'),
    );
    const { confirmBatch } = await import('#features/supply/batches/confirm-batch.ts');
    const { approveBatchAs } = await import('#features/demo/people/approve-as.ts');
    const manifest = staff.manifestOf(
      codes.map(({ code }) => code),
      registration_ref,
    );
    await confirmBatch(ctx, staff.importer, { batch_id, manifest });
    await approveBatchAs(ctx, staff.approver, { batch_id });
    const count = async () =>
      (
        await sql<
          { state: string; n: number }[]
        >`select state, count(*)::int as n from cards where batch_id = ${batch_id} group by 1 order by 1`
      ).map(({ state, n }) => `${n} ${state}`);
    expect(await count()).toEqual(['1 available', '2 paused']);
    const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
    const brake = { params: { id: batch_id }, body: { reason: 'asked by the issuer' } };
    await shop.as(approver)(batches.pauseBatch, brake);
    await run();
    expect([await count(), (await mine(buyer))[0]!.filled]).toEqual([['3 paused'], 0]);
    await shop.as(approver)(batches.resumeBatch, brake);
    expect(await count()).toEqual(['1 available', '2 paused']);
    await run();
    expect([await count(), (await mine(buyer))[0]!.state]).toEqual([['1 available', '2 sold'], 'filled']);
  });

  test('a programme that is resumed', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(3);
    await arrive();
    await sql`update programmes set state = 'suspended' where id = ${programme_id}`;
    expect((await place(buyer, programme_id, { quantity: 2, highest_price_cents: 900 })).status).toBe(201);
    await run();
    expect(await states(ids)).toEqual(['available', 'available', 'available']);
    await sql`update programmes set state = 'active' where id = ${programme_id}`;
    expect(await states(ids)).toEqual(['paused', 'paused', 'available']);
    await run();
    expect(await mine(buyer)).toMatchObject([{ state: 'filled', spent_cents: 1800 }]);
  });

  test('cards that arrive while it is placed, even if it is looked after before they are there', async () => {
    const [first, second] = [
      await shop.createUser({ balance_cents: 5000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const { programme_id, ids } = await coming(3);
    const arriving = await sql.reserve();
    await arriving`begin`;
    await arriving`update cards set state = 'available', issuer_confirmed = true where id = any(${ids})`;
    const placed = [await place(first, programme_id, { quantity: 2 }), await place(second, programme_id)];
    expect(placed.map(({ status }) => status)).toEqual([201, 201]);
    await run();
    await arriving`commit`;
    arriving.release();
    await run();
    expect([(await mine(first))[0], (await mine(second))[0]]).toMatchObject([
      { state: 'filled', filled: 2 },
      { state: 'filled', filled: 1 },
    ]);
    expect(await problems()).toEqual([]);
  });

  test('cards that arrive wait for a pre-order that is being placed', async () => {
    const buyer = await shop.createUser({ balance_cents: 5000 });
    const { programme_id, ids, arrive } = await coming(1);
    const placing = await sql.reserve();
    await placing`begin`;
    await placing`select hold_arrivals(${programme_id})`;
    const arrived = arrive().execute();
    await expect.poll(locksWaitedFor).toBe(1);
    await placing`
      insert into preorders (user_id, programme_id, face_cents, quantity, highest_price_cents, notify_only, expires_on,
        created_at, queued_at)
      values (${buyer.id}, ${programme_id}, 1000, 1, 1000, false, ${inDays(9)}, now(), now())`;
    await placing`commit`;
    placing.release();
    await arrived;
    expect(await states(ids)).toEqual(['paused']);
    await sql`
      update preorders set state = 'cancelled', end_reason = 'staff', ended_at = now() where user_id = ${buyer.id}`;
  });

  test('a paused card is sold to nobody else', async () => {
    const { ids, arrive } = await coming(1);
    await arrive();
    await sql`update cards set state = 'paused' where id = ${ids[0]!}`;
    await expect(sql`update cards set state = 'sold' where id = ${ids[0]!}`).rejects.toThrow(
      /not allotted to a pre-order/,
    );
  });
});

describe('the back office', () => {
  test('sees demand and who waits, and cancels with a reason', async () => {
    const buyer = await shop.createUser({ balance_cents: 90_000, tier: 2 });
    const { programme_id } = await coming(1);
    const params = { id: (await place(buyer, programme_id, { quantity: 80 })).body.data.id };
    await place(buyer, programme_id, { notify_only: true });
    const support = await shop.createUser({ role: 'admin', duties: ['support'] });
    const demand = (await shop.as(support)(contract.listDemand)).body.data.find(
      ({ programme }) => programme.id === programme_id,
    );
    expect(demand).toMatchObject({
      preorders: 1,
      cards: 80,
      reserved_cents: 80_000,
      highest_cents: 1000,
      notify_only: 1,
    });
    const waiting = await shop.as(support)(contract.listWaiting, { params: { id: programme_id } });
    expect(waiting.body.data).toMatchObject([
      { user: { username: buyer.username }, quantity: 80 },
      { notify_only: true },
    ]);
    const cancel = { params, body: { reason: 'asked by the buyer' } };
    expect((await shop.as(buyer)(contract.cancelForBuyer, cancel)).status).toBe(403);
    expect((await shop.as(support)(contract.cancelForBuyer, cancel)).body.data).toEqual({
      ...params,
      freed_cents: 80_000,
    });
    expect((await shop.as(support)(contract.cancelForBuyer, cancel)).status).toBe(409);
    expect((await shop.as(support)(contract.cancelForBuyer, { ...cancel, params: { id: randomUUID() } })).status).toBe(
      404,
    );
    expect([await balance(buyer), (await inbox(buyer))[0]]).toEqual([90_000, 'Pre-order cancelled']);
    const [entry] =
      await sql`select details from audit_entries where subject = ${params.id} and action = 'preorder.cancelled'`;
    expect(entry!.details).toEqual({ reason: 'asked by the buyer', freed_cents: 80_000 });
  });
});

test('the verification names reserved money and counts that do not add up', async () => {
  const buyer = await shop.createUser({ balance_cents: 5000 });
  const { programme_id } = await coming(1);
  const { id } = (await place(buyer, programme_id, { quantity: 2 })).body.data;
  expect(await problems()).toEqual([]);
  await sql`update preorders set quantity = 1 where id = ${id}`;
  expect(await problems()).toEqual([`preorder_reserved ${id} of ${buyer.id} is 2000, not 1000`]);
  await sql`update preorders set quantity = 2, filled = 1, state = 'part_filled' where id = ${id}`;
  expect(await problems()).toContain(`pre-order ${id} counts 1 cards for 0 cents, its orders 0 for 0`);
});

test('a pre-order is refused until the changed terms are accepted', async () => {
  const buyer = await shop.createUser({ balance_cents: 5000 });
  const { programme_id } = await coming(1);
  const [text] = await sql<{ id: string }[]>`
    insert into legal_texts (kind, locale, content, published_at)
    values ('terms', 'en', 'New terms', ${new Date(shop.clock.now().getTime() + 1)}) returning id`;
  shop.clock.advance(1000);
  expect(await place(buyer, programme_id)).toMatchObject({ status: 409, body: { reason: 'terms_changed' } });
  await shop.as(buyer)(acceptTerms, { body: { id: text!.id } });
  expect((await place(buyer, programme_id)).status).toBe(201);
});
