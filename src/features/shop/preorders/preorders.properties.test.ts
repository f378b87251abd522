import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { cancelPreorder, placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { isOpen, Model, type ModelPreorder } from '#tests/support/preorders/model.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { RETURN_WINDOW_MS } from '../orders/get-order.ts';
import { fillPreorder } from './fill/fill-preorder.ts';
import { fillPreorders } from './fill/fill-preorders.ts';
import { verifyPreorders } from './verify-preorders.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const CARDS = 10;
const STARTING_CENTS = 12_000;
// PREORDER_RUNS=1000 explores more than a test has time for.
const numRuns = Number(process.env.PREORDER_RUNS ?? 10);

interface Real {
  programme_id: string;
  buyers: TestUser[];
}

/** Three buyers, and cards of one programme that nobody can buy yet. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  const added = await addCards(shop, { count: CARDS, state: 'unconfirmed' });
  const ids = added.map(({ id }) => id);
  const [{ programme_id }] = await sql<
    [{ programme_id: string }]
  >`select programme_id from cards where id = ${ids[0]!}`;
  const buyers = await Promise.all([0, 1, 2].map(() => shop.createUser({ balance_cents: STARTING_CENTS, tier: 2 })));
  const cards = ids.map((id) => ({ id, price: 900, state: 'unconfirmed' as const }));
  return {
    model: new Model(
      cards,
      buyers.map(() => STARTING_CENTS),
      shop.clock.now().getTime(),
    ),
    real: { programme_id, buyers },
  };
}

/** The shop as the model describes it. */
async function compare(model: Model, { buyers }: Real): Promise<void> {
  const [cards, preorders, balances] = await Promise.all([
    sql`
      select c.id, c.price_cents as price, c.state, o.user_id as buyer from cards c
      left join order_lines l on l.card_id = c.id and l.state = 'delivered' left join orders o on o.id = l.order_id
      where c.id = any(${model.cards.map(({ id }) => id)}) order by c.id`,
    sql`
      select id, state, filled, spent_cents as spent, array(
        select card_id from preorder_allotments a where a.preorder_id = p.id order by card_id) as owed
      from preorders p where id = any(${model.preorders.map(({ id }) => id)}) order by id`,
    sql`
      select u.id, coalesce(sum(b.balance_cents) filter (where a.kind = 'available'), 0)::bigint as available,
        coalesce(sum(b.balance_cents) filter (where a.kind = 'preorder_reserved'), 0)::bigint as reserved
      from users u join ledger_accounts a on a.owner_id = u.id join ledger_balances b on b.account_id = a.id
      where u.id = any(${buyers.map(({ id }) => id)}) group by u.id order by u.id`,
  ]);
  const byId = <R extends { id: string }>(rows: R[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect({ cards: [...cards], preorders: [...preorders], balances: [...balances] }).toEqual({
    cards: byId(
      model.cards.map(({ id, price, state, order }) => ({
        id,
        price,
        state,
        buyer: order ? buyers[order.buyer]!.id : null,
      })),
    ),
    preorders: byId(
      model.preorders.map(({ id, state, filled, spent, owed }) => ({
        id,
        state,
        filled,
        spent,
        owed: owed.map((card) => card.id).sort(),
      })),
    ),
    balances: byId(buyers.map(({ id }, at) => ({ id, available: model.balances[at], reserved: model.reserved(at) }))),
  });
}

/** One step that both take, and that leaves them equal. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly name: string;
  readonly act: (model: Model, real: Real) => Promise<void> | void;
  constructor(name: string, act: (model: Model, real: Real) => Promise<void> | void) {
    [this.name, this.act] = [name, act];
  }
  check = () => true;
  toString = () => this.name;
  async run(model: Model, real: Real) {
    shop.clock.advance(1000);
    model.now += 1000;
    await this.act(model, real);
    await compare(model, real);
  }
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
const dayAfter = (now: number, days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);

interface Wish {
  buyer: number;
  quantity: number;
  highest: number;
  days: number;
}

const place = ({ buyer, quantity, highest, days }: Wish) =>
  new Step(`${buyer} wants ${quantity} for ${highest}, ${days} days`, async (model, { programme_id, buyers }) => {
    const expires_on = dayAfter(model.now, days);
    const body = { programme_id, face_cents: 1000, quantity, highest_price_cents: highest, expires_on };
    const answer = await shop.as(buyers[buyer]!)(placePreorder, { body, idempotencyKey: randomUUID() });
    const open = model.open().filter((each) => each.buyer === buyer);
    const on_sale = model.available(highest).length >= quantity;
    const refusal = open.length >= 10 || on_sale ? 409 : model.blocked.has(buyer) ? 403 : 422;
    const short = model.balances[buyer]! < quantity * highest;
    const expected = refusal !== 422 || short ? refusal : 201;
    expect(answer.status).toBe(expected);
    if (expected !== 201) return;
    model.balances[buyer]! -= quantity * highest;
    const { id } = answer.body.data;
    const zero = { filled: 0, spent: 0, state: 'open' as const, skipped_at: null, retry_at: null, owed: [] };
    model.preorders.push({ id, buyer, quantity, highest, expires_on, queued_at: model.now, ...zero });
  });

const cancel = (at: number) =>
  new Step(`cancel ${at}`, async (model, { buyers }) => {
    const each = pick(model.preorders, at);
    if (!each) return;
    const answer = await shop.as(buyers[each.buyer]!)(cancelPreorder, { params: { id: each.id } });
    expect(answer.status).toBe(isOpen(each) ? 200 : 409);
    if (isOpen(each)) model.end(each, 'cancelled');
  });

const arrive = (count: number, price: number) =>
  new Step(`${count} arrive for ${price}`, async (model) => {
    const cards = model.cards.filter(({ state }) => state === 'unconfirmed').slice(0, count);
    await sql`
      update cards set state = 'available', issuer_confirmed = true, price_cents = ${price}
      where id = any(${cards.map(({ id }) => id)})`;
    for (const card of cards) card.price = price;
    model.arrive(cards);
  });

const reprice = (at: number, price: number) =>
  new Step(`card ${at} costs ${price}`, async (model) => {
    const card = pick(model.cards, at)!;
    if (card.state !== 'available' && card.state !== 'paused') return;
    await sql`update cards set price_cents = ${price} where id = ${card.id}`;
    const cut = price < card.price;
    card.price = price;
    if (cut && card.state === 'available') model.arrive([card]);
  });

const runLoop = new Step('fill', async (model) => {
  await fillPreorders(ctx);
  model.run();
  await readOrders(model);
});

const fillOne = (at: number) =>
  new Step(`fill only ${at}`, async (model, { buyers }) => {
    const each = pick(model.preorders, at);
    if (!each) return;
    await fillPreorder(ctx, { id: each.id, user_id: buyers[each.buyer]!.id });
    model.fill(each, '');
    await readOrders(model);
  });

/** The model doesn't know the ids of orders. */
async function readOrders(model: Model): Promise<void> {
  for (const card of model.cards.filter(({ order }) => order?.id === '')) {
    const [line] = await sql<{ order_id: string }[]>`
      select order_id from order_lines where card_id = ${card.id} and state = 'delivered'`;
    card.order!.id = line?.order_id ?? 'none';
  }
}

const crash = (at: number) =>
  new Step(`crash while filling ${at}`, async (model, { buyers }) => {
    const each = pick(model.preorders, at);
    if (!each) return;
    const crashed = ctx.sql as typeof sql;
    await expect(
      crashed.begin(async (tx) => {
        await fillPreorder(
          { ...ctx, sql: Object.assign(tx, { placer: crashed.placer, callbacks: new Set() }) as never },
          { id: each.id, user_id: buyers[each.buyer]!.id },
        );
        throw new Error('crash');
      }),
    ).rejects.toThrow('crash');
  });

const buy = (buyer: number, at: number) =>
  new Step(`${buyer} buys ${at}`, async (model, { buyers }) => {
    const card = pick(model.available(), at);
    if (!card || model.blocked.has(buyer) || model.balances[buyer]! < card.price) return;
    const body = { ids: [card.id], expected_total_cents: card.price };
    const answer = await shop.as(buyers[buyer]!)(placeOrder, { body, idempotencyKey: randomUUID() });
    expect(answer.status).toBe(201);
    model.balances[buyer]! -= card.price;
    Object.assign(card, { state: 'sold', order: { buyer, id: answer.body.data.id, at: model.now } });
  });

const giveBack = (at: number) =>
  new Step(`return ${at}`, async (model, { buyers }) => {
    const card = pick(
      model.cards.filter(({ order }) => order && model.now < order.at + RETURN_WINDOW_MS),
      at,
    );
    if (!card?.order) return;
    const { buyer, id } = card.order;
    const answer = await shop.as(buyers[buyer]!)(returnCard, {
      params: { id, card_id: card.id },
      idempotencyKey: randomUUID(),
    });
    expect(answer.status).toBe(200);
    model.balances[buyer]! += card.price;
    card.order = undefined;
    model.arrive([card], buyer);
  });

const pass = (hours: number) =>
  new Step(`${hours} hours pass`, (model) => {
    shop.clock.advance(hours * HOUR_MS);
    model.now += hours * HOUR_MS;
  });

const toggleBlock = (buyer: number) =>
  new Step(`block or unblock ${buyer}`, async (model, { buyers }) => {
    const { id } = buyers[buyer]!;
    if (model.blocked.delete(buyer)) {
      await sql`update spending_blocks set lifted_at = now() where user_id = ${id}`;
      return;
    }
    model.blocked.add(buyer);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into spending_blocks (user_id, deposit_id, blocked_at) values (${id}, ${randomUUID()}, now())`;
    });
  });

const buyer = fc.nat(2);
const price = fc.constantFrom(800, 900, 1000);
const wish = fc.record({
  buyer,
  quantity: fc.integer({ min: 1, max: 4 }),
  highest: price,
  days: fc.integer({ min: 1, max: 9 }),
});
const steps = [
  wish.map(place),
  wish.map(place),
  wish.map(place),
  fc.nat().map(cancel),
  fc.nat().map(crash),
  fc.nat().map(fillOne),
  fc.constant(runLoop),
  fc.constant(runLoop),
  fc.tuple(fc.integer({ min: 1, max: 4 }), price).map((given) => arrive(...given)),
  fc.tuple(fc.integer({ min: 1, max: 4 }), price).map((given) => arrive(...given)),
  fc.tuple(fc.nat(), price).map((given) => reprice(...given)),
  fc.tuple(buyer, fc.nat()).map((given) => buy(...given)),
  fc.nat().map(giveBack),
  fc.constantFrom(1, 1, 24, 72).map(pass),
  buyer.map(toggleBlock),
];

const problems = async () => [...(await verifyLedger(sql)).problems, ...(await verifyPreorders(sql))];

test('whatever happens in whatever order, cards and money are where the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (commands) => {
      // Pre-orders of an earlier run are no part of this one.
      await endAll();
      const { model, real } = await setUp();
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    { numRuns },
  );
  expect(await problems()).toEqual([]);
});

const endAll = async () => {
  const open = await sql<{ id: string; user_id: string }[]>`select id, user_id from preorders where ended_at is null`;
  for (const { id, user_id } of open)
    await shop.as({ token: await shop.signIn(user_id) })(cancelPreorder, { params: { id } });
  await fillPreorders(ctx);
};

const racing = fc.array(
  fc.record({ what: fc.constantFrom('fill', 'fill', 'arrive', 'cancel', 'buy', 'return'), at: fc.nat() }),
  { minLength: 6, maxLength: 14 },
);

test('whatever happens at once, no card is sold twice and no cent is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 3, maxLength: 8 }), racing, async (wishes, actions) => {
      await endAll();
      const { model, real } = await setUp();
      const given: ModelPreorder[] = model.preorders;
      for (const each of wishes) await place({ ...each, days: 9 }).run(model, real);
      await arrive(5, 800).run(model, real);
      await buy(0, 0).run(model, real);
      await Promise.all(actions.map(({ what, at }) => race(model, real, { what, each: pick(given, at), at })));
      await fillPreorders(ctx);
      expect(await problems()).toEqual([]);
      const [books] = await sql<[{ cents: number; twice: number }]>`
        select (select coalesce(sum(b.balance_cents), 0) from ledger_accounts a
          join ledger_balances b on b.account_id = a.id
            where a.owner_id = any(${real.buyers.map(({ id }) => id)}))::bigint
          + (select coalesce(sum(o.total_cents - o.refunded_cents), 0) from orders o
            where o.user_id = any(${real.buyers.map(({ id }) => id)}))::bigint as cents,
          (select count(*) from (select card_id from order_lines where state = 'delivered' group by card_id
            having count(*) > 1) t) as twice`;
      expect(books).toEqual({ cents: 3 * STARTING_CENTS, twice: 0 });
      expect(await sql`select from preorder_allotments`).toEqual([]);
    }),
    { numRuns },
  );
});

async function race(
  model: Model,
  { buyers }: Real,
  { what, each, at }: { what: string; each: ModelPreorder | undefined; at: number },
): Promise<void> {
  const card = pick(model.cards, at)!;
  if (what === 'fill') await fillPreorders(ctx);
  else if (what === 'arrive')
    await sql`
      update cards set state = 'available', issuer_confirmed = true where id = ${card.id} and state = 'unconfirmed'`;
  else if (what === 'cancel' && each) {
    const { status } = await shop.as(buyers[each.buyer]!)(cancelPreorder, { params: { id: each.id } });
    expect([200, 409]).toContain(status);
  } else if (what === 'buy') {
    const { status } = await shop.as(buyers[at % 3]!)(placeOrder, {
      body: { ids: [card.id] },
      idempotencyKey: randomUUID(),
    });
    expect([201, 404, 409, 422]).toContain(status);
  } else if (what === 'return') {
    const sold = model.cards.find((one) => one.order);
    if (!sold?.order) return;
    const { buyer, id } = sold.order;
    const { status } = await shop.as(buyers[buyer]!)(returnCard, {
      params: { id, card_id: sold.id },
      idempotencyKey: randomUUID(),
    });
    expect([200, 409]).toContain(status);
  }
}
