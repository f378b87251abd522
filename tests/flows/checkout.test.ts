import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPayment, paymentOptions } from '#contracts/coins/payments.ts';
import * as cartCalls from '#contracts/shop/cart.ts';
import * as contract from '#contracts/shop/orders.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { RETURN_WINDOW_MS } from '#features/shop/orders/get-order.ts';
import { verifyChain } from '#platform/audit/verify-chain.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const balance = (user: TestUser) => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
const stateOf = async (id: string) =>
  (await shop.sql<{ state: string }[]>`select state from cards where id = ${id}`)[0]?.state;

describe('cart', () => {
  test('adding what is there does nothing, removing what is not is no error', async () => {
    const buyer = shop.as(await shop.createUser());
    const [one, two] = await addCards(shop, { count: 2 });
    await buyer(cartCalls.addToCart, { body: { ids: [one!.id] } });
    const { body } = await buyer(cartCalls.addToCart, { body: [one!.id, two!.id] });
    expect(body.data.map((item) => [item.id, item.status])).toEqual([
      [one!.id, 'available'],
      [two!.id, 'available'],
    ]);
    await buyer(cartCalls.removeFromCart, { query: { ids: one!.id } });
    const left = await buyer(cartCalls.removeFromCartByGet, { query: { ids: `${one!.id},${randomUUID()}` } });
    expect(left.body.data.map((item) => item.id)).toEqual([two!.id]);
    expect(left.headers.get('cache-control')).toBe('no-store');
  });

  test('cards to remove are named in the query, in a JSON body or in both, and at least one', async () => {
    const user = await shop.createUser();
    const buyer = shop.as(user);
    const [one, two, three, four] = await addCards(shop, { count: 4 });
    await buyer(cartCalls.addToCart, { body: [one!.id, two!.id, three!.id, four!.id] });
    const left = await buyer(cartCalls.removeFromCart, { body: { ids: [one!.id] } });
    expect(left.body.data.map((item) => item.id)).toEqual([two!.id, three!.id, four!.id]);
    const last = await buyer(cartCalls.removeFromCart, { query: { ids: two!.id }, body: { ids: [three!.id] } });
    expect(last.body.data.map((item) => item.id)).toEqual([four!.id]);
    for (const input of [{}, { body: { ids: [] } }, { body: { ids: ['no-id'] } }]) {
      const { status, body } = await buyer(cartCalls.removeFromCart, input);
      expect([status, body.errors]).toEqual([422, { ids: [expect.any(String)] }]);
    }
    const text = { method: 'DELETE', body: 'ids', headers: { authorization: `Bearer ${user.token}` } };
    expect((await shop.app.request('http://localhost/api/carts', text)).status).toBe(400);
  });

  test('a prefetch may not change the cart', async () => {
    const user = await shop.createUser();
    const [card] = await addCards(shop);
    await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
    const refused = await shop.request(cartCalls.removeFromCartByGet, {
      token: user.token,
      query: { ids: card!.id },
      headers: { 'sec-purpose': 'prefetch' },
    });
    expect(refused.status).toBe(403);
    expect((await shop.as(user)(cartCalls.getCart)).body.data).toHaveLength(1);
  });

  test('unknown cards, cards not on sale, no card and a malformed id are refused', async () => {
    const buyer = shop.as(await shop.createUser());
    const [hidden] = await addCards(shop, { state: 'unconfirmed' });
    expect((await buyer(cartCalls.addToCart, { body: [randomUUID()] })).status).toBe(404);
    expect((await buyer(cartCalls.addToCart, { body: [hidden!.id] })).body.errors?.ids).toHaveLength(1);
    expect((await buyer(cartCalls.addToCart, { body: [] })).status).toBe(422);
    expect((await buyer(cartCalls.addToCart, { body: ['no-id'] })).status).toBe(422);
    expect(
      (await buyer(cartCalls.addToCart, { body: { ids: [hidden!.id], user_id: 'x' } as never })).body.errors,
    ).toHaveProperty('user_id');
  });

  test('what is sold meanwhile stays in the cart and says so', async () => {
    const [slow, fast] = [await shop.createUser(), await shop.createUser({ balance_cents: 5000 })];
    const [card] = await addCards(shop);
    await shop.as(slow)(cartCalls.addToCart, { body: [card!.id] });
    await shop.as(fast)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect((await shop.as(slow)(cartCalls.getCart)).body.data[0]?.status).toBe('sold');
  });
});

describe('limits of a cart', () => {
  const limitsOf = async (user: TestUser) => (await shop.as(user)(cartCalls.getCartLimits)).body.data;
  async function cartOf(user: TestUser, ...prices: number[]): Promise<void> {
    for (const price_cents of prices) {
      const [card] = await addCards(shop, { price_cents });
      await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
    }
  }

  test('a cart that can be paid says what it costs and leaves, and an empty one nothing', async () => {
    const user = await shop.createUser({ balance_cents: 3000, tier: 0 });
    expect(await limitsOf(user)).toMatchObject({ total_cents: 0, missing_cents: 0, exceeded: [], wait: null });
    await cartOf(user, 900, 1000);
    expect(await limitsOf(user)).toMatchObject({
      total_cents: 1900,
      balance_cents: 3000,
      missing_cents: 0,
      add_cents: 0,
      exceeded: [],
      wait: null,
    });
  });

  test('what is missing can be added, but no less than the least payment', async () => {
    const user = await shop.createUser({ balance_cents: 1500, tier: 0 });
    await cartOf(user, 1800);
    expect(await limitsOf(user)).toMatchObject({ missing_cents: 300, add_cents: 500, exceeded: [] });
  });

  test('a cart above one order names the tier that allows it, and offers only what the limits let it spend', async () => {
    const user = await shop.createUser({ balance_cents: 3000, tier: 0 });
    await cartOf(user, 4000, 4000);
    expect(await limitsOf(user)).toMatchObject({
      total_cents: 8000,
      missing_cents: 5000,
      room_cents: 12_000,
      add_cents: 2000,
      exceeded: [
        {
          limit: 'one_order',
          limit_cents: 5000,
          left_cents: 5000,
          over_cents: 3000,
          lifted_at: null,
          next: { tier: 1, limit_cents: 50_000 },
        },
      ],
    });
    expect((await shop.as(user)(contract.placeOrder, { body: {} })).body.errors).toMatchObject({
      tier: ['Tier 1 allows orders up to $500.00.'],
    });
  });

  test('a cart above 24 hours says when enough of the earlier orders no longer counts', async () => {
    const user = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const buy = async (price_cents: number) => {
      const [card] = await addCards(shop, { price_cents });
      return (await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } })).body.data;
    };
    await buy(1000);
    shop.clock.advance(HOUR_MS);
    const second = await buy(4000);
    shop.clock.advance(HOUR_MS);
    await buy(4000);
    await cartOf(user, 4500);
    const lifted = new Date(Date.parse(second.created_at) + DAY_MS);
    expect((await limitsOf(user)).exceeded).toEqual([
      {
        limit: 'spend_24h',
        limit_cents: 10_000,
        left_cents: 1000,
        over_cents: 3500,
        next: { tier: 1, limit_cents: 100_000 },
        lifted_at: lifted.toISOString(),
      },
    ]);
    const refused = await shop.as(user)(contract.placeOrder, { body: {} });
    expect(refused.body.errors?.tier).toEqual([
      expect.stringMatching(/^You can place this order from .* UTC\.$/),
      'Tier 1 allows $1,000.00 within 24 hours.',
    ]);
    shop.clock.advance(lifted.getTime() - shop.clock.now().getTime());
    expect((await limitsOf(user)).exceeded).toEqual([]);
    expect((await shop.as(user)(contract.placeOrder, { body: {} })).status).toBe(201);
  });

  test.for([
    [2500, null],
    [2501, 2500],
  ] as const)(
    'a new account that orders for %i cents is told before that it waits above %s',
    async ([cents, above]) => {
      const user = await shop.createUser({ balance_cents: 5000, tier: 0 });
      await cartOf(user, cents);
      const { wait } = await limitsOf(user);
      const until = new Date(shop.clock.now().getTime() + HOUR_MS).toISOString();
      expect(wait).toEqual(above === null ? null : { above_cents: above, until });
      const { data } = (await shop.as(user)(contract.placeOrder, { body: {} })).body;
      expect(data.cards[0]?.revealable_at ?? null).toBe(above === null ? null : until);
    },
  );

  test('cards that are sold elsewhere count for no limit', async () => {
    const [user, other] = [await shop.createUser({ tier: 0 }), await shop.createUser({ balance_cents: 5000 })];
    await cartOf(user, 3000, 3000);
    const [first] = (await shop.as(user)(cartCalls.getCart)).body.data;
    await shop.as(other)(contract.placeOrder, { body: { ids: [first!.id] } });
    expect(await limitsOf(user)).toMatchObject({ total_cents: 3000, exceeded: [] });
  });
});

describe('a quote for a purchase sheet', () => {
  const quote = async (user: TestUser, query: Record<string, string>) =>
    shop.as(user)(cartCalls.quotePurchase, { query });

  test('named cards cost what they cost, the cart stays as it is, and what is sold counts for nothing', async () => {
    const [user, other] = [
      await shop.createUser({ balance_cents: 5000, tier: 0 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const [first] = await addCards(shop, { price_cents: 900 });
    const [second] = await addCards(shop, { price_cents: 1000 });
    const [carted] = await addCards(shop, { price_cents: 4000 });
    await shop.as(user)(cartCalls.addToCart, { body: [carted!.id] });
    const ids = `${second!.id},${first!.id},${first!.id}`;
    const asked = (await quote(user, { ids })).body.data;
    expect(asked.items.map(({ id, status }) => [id, status])).toEqual([
      [first!.id, 'available'],
      [second!.id, 'available'],
    ]);
    expect(asked.limits).toMatchObject({ total_cents: 1900, balance_cents: 5000, missing_cents: 0, exceeded: [] });
    await shop.as(other)(contract.placeOrder, { body: { ids: [first!.id] } });
    const later = (await quote(user, { ids })).body.data;
    expect(later.items.map(({ status }) => status)).toEqual(['sold', 'available']);
    expect(later.limits).toMatchObject({ total_cents: 1000 });
    expect((await shop.as(user)(cartCalls.getCart)).body.data.map(({ id }) => id)).toEqual([carted!.id]);
  });

  test('of a value the cheapest are quoted, as many as there are', async () => {
    const user = await shop.createUser({ balance_cents: 9000 });
    const [dear] = await addCards(shop, { face_cents: 7700, price_cents: 7000 });
    const [card] = await addCards(shop, { count: 2, face_cents: 7700, price_cents: 6900 });
    const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
      select programme_id from cards where id = ${card!.id}`;
    expect((await quote(user, { ids: dear!.id })).body.data.limits.total_cents).toBe(7000);
    const { items } = (await quote(user, { programme_id, face_cents: '7700' })).body.data;
    expect(items.map(({ price_cents }) => price_cents)).toEqual([6900]);
    const all = (await quote(user, { programme_id, face_cents: '7700', quantity: '20' })).body.data.items;
    expect(all.length).toBeLessThan(20);
    expect(all.map(({ price_cents }) => price_cents).slice(0, 2)).toEqual([6900, 6900]);
  });

  test("the last card of a value is quoted though it is in the buyer's cart, after equal ones that aren't", async () => {
    const user = await shop.createUser({ balance_cents: 9000 });
    const [first, second] = await addCards(shop, { count: 2, face_cents: 8800, price_cents: 8000 });
    const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
      select programme_id from cards where id = ${first!.id}`;
    const quoted = async () => {
      const { status, body } = await quote(user, { programme_id, face_cents: '8800' });
      return status === 200 ? body.data.items.map(({ id }) => id) : status;
    };
    await shop.as(user)(cartCalls.addToCart, { body: [first!.id] });
    for (let times = 0; times < 5; times++) expect(await quoted()).toEqual([second!.id]);
    await shop.as(user)(cartCalls.addToCart, { body: [second!.id] });
    expect([[first!.id], [second!.id]]).toContainEqual(await quoted());
  });

  test('cards that were never on sale are not found, and a quote names cards or a value', async () => {
    const user = await shop.createUser();
    const [hidden] = await addCards(shop, { state: 'unconfirmed' });
    for (const id of [hidden!.id, randomUUID()]) expect((await quote(user, { ids: id })).status).toBe(404);
    expect((await quote(user, { programme_id: randomUUID(), face_cents: '500' })).status).toBe(404);
    const wrong: Record<string, string>[] = [
      {},
      { face_cents: '500' },
      { programme_id: randomUUID() },
      { ids: 'no-id' },
    ];
    for (const query of wrong) expect((await quote(user, query)).status).toBe(422);
  });

  test('what is out of reach says how much is within it, to the cent', async () => {
    const user = await shop.createUser({ balance_cents: 3000, tier: 0 });
    const [card] = await addCards(shop, { price_cents: 8000 });
    const reach = async () => (await quote(user, { ids: card!.id })).body.data.limits.reachable_cents;
    expect(await reach()).toBe(5000);
    const rich = await shop.createUser({ balance_cents: 14_600, tier: 0 });
    const [dear] = await addCards(shop, { price_cents: 4000 });
    expect((await quote(rich, { ids: dear!.id })).body.data.limits).toMatchObject({
      reachable_cents: 4000,
      exceeded: [],
    });
  });
});

test('a sale tells everybody else who has the card in their cart, and them alone', async () => {
  const [buyer, slow, stranger] = [
    await shop.createUser({ balance_cents: 5000 }),
    await shop.createUser(),
    await shop.createUser(),
  ];
  const [card, other] = await addCards(shop, { count: 2 });
  for (const user of [buyer, slow]) await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
  await shop.as(stranger)(cartCalls.addToCart, { body: [other!.id] });
  await shop.runQueuedJobs();
  const [{ last }] = await shop.sql<[{ last: number }]>`select coalesce(max(id), 0) as last from events`;
  await shop.as(buyer)(contract.placeOrder, { body: {} });
  await shop.runQueuedJobs();
  const told = await shop.sql<{ channel: string }[]>`
    select channel from events where id > ${last} and event = 'cart' order by channel`;
  expect(told.map(({ channel }) => channel)).toEqual([`private-user.${slow.id}`]);
});

describe('checkout', () => {
  test('buys the cart, charges the total and empties the cart', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const cards = await addCards(shop, { count: 3, price_cents: 900 });
    await shop.as(user)(cartCalls.addToCart, { body: cards.map((card) => card.id) });
    const { status, body } = await shop.as(user)(contract.placeOrder, { body: {}, idempotencyKey: randomUUID() });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'paid', total_cents: 2700 });
    expect(body.data.cards.map((card) => card.id).sort()).toEqual(cards.map((card) => card.id).sort());
    expect(await balance(user)).toBe(2300);
    expect((await shop.as(user)(cartCalls.getCart)).body.data).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(cards[0]!.code);
  });

  test('all or nothing: one card sold meanwhile is named, nothing is charged', async () => {
    const [user, other] = [
      await shop.createUser({ balance_cents: 50_000 }),
      await shop.createUser({ balance_cents: 5000 }),
    ];
    const cards = await addCards(shop, { count: 10 });
    await shop.as(other)(contract.placeOrder, { body: { ids: [cards[3]!.id] } });
    const refused = await shop.as(user)(contract.placeOrder, { body: { ids: cards.map((card) => card.id) } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { ids: [cards[3]!.id] } } });
    expect(await balance(user)).toBe(50_000);
    expect(await stateOf(cards[0]!.id)).toBe('available');
  });

  test.for(['programmes', 'batches'] as const)('a card of suspended %s is not sold any more', async (table) => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const column = table === 'programmes' ? 'programme_id' : 'batch_id';
    const state = table === 'programmes' ? 'suspended' : 'paused';
    await shop.sql`update ${shop.sql(table)} set state = ${state} where id = (select ${shop.sql(column)} from cards where id = ${card!.id})`;
    const refused = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { ids: [card!.id] } } });
    await shop.sql`insert into cart_items (user_id, card_id) values (${user.id}, ${card!.id})`;
    expect((await shop.as(user)(cartCalls.getCart)).body.data[0]?.status).toBe('paused');
    const other = await shop.createUser();
    const notAdded = await shop.as(other)(cartCalls.addToCart, { body: [card!.id] });
    expect(notAdded.body.message).toBe('This card is no longer on sale.');
    expect(notAdded.body.errors).toEqual({ ids: [`Card ${card!.id} isn't on sale right now.`] });
    expect(await balance(user)).toBe(5000);
  });

  test('a card that was withdrawn is not called sold', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
    await shop.sql`update cards set state = 'void' where id = ${card!.id}`;
    expect((await shop.as(user)(cartCalls.getCart)).body.data[0]?.status).toBe('withdrawn');
    const refused = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { ids: [card!.id] } } });
    expect(refused.body.message).toBe("A card is no longer on sale. You weren't charged.");
  });

  test('a card past its expiry date is neither carted nor sold, and the cart says why', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [kept, gone] = await addCards(shop, { count: 2 });
    await shop.as(user)(cartCalls.addToCart, { body: [kept!.id, gone!.id] });
    const yesterday = new Date(shop.clock.now().getTime() - DAY_MS);
    await shop.sql`update cards set expires_on = ${yesterday}::date where id = ${gone!.id}`;
    const { data } = (await shop.as(user)(cartCalls.getCart)).body;
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [kept!.id, 'available'],
      [gone!.id, 'expired'],
    ]);
    const refused = await shop.as(user)(contract.placeOrder, { body: {} });
    expect(refused).toMatchObject({ status: 422, body: { errors: { ids: [gone!.id] } } });
    expect(refused.body.message).toBe("A card is no longer on sale. You weren't charged.");
    const notAdded = await shop.as(await shop.createUser())(cartCalls.addToCart, { body: [gone!.id] });
    expect(notAdded).toMatchObject({ status: 422, body: { errors: { ids: [`Card ${gone!.id} has expired.`] } } });
    expect([await balance(user), await stateOf(kept!.id)]).toEqual([5000, 'available']);
    await shop.sql`update cards set expires_on = ${shop.clock.now()}::date where id = ${gone!.id}`;
    expect((await shop.as(user)(cartCalls.getCart)).body.data[1]).toMatchObject({
      status: 'available',
      ends_soon: true,
    });
    expect((await shop.as(user)(contract.placeOrder, { body: {} })).status).toBe(201);
  });

  test('too little balance says how much is missing and takes nothing', async () => {
    const user = await shop.createUser({ balance_cents: 500 });
    const [card] = await addCards(shop, { price_cents: 900 });
    const refused = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect(refused).toMatchObject({
      status: 422,
      body: { message: 'You need $4.00 more. Add funds and try again.', errors: { missing_cents: ['400'] } },
    });
    expect(await stateOf(card!.id)).toBe('available');
    expect(await balance(user)).toBe(500);
  });

  test('what is missing comes with what can be added now', async () => {
    const user = await shop.createUser({ balance_cents: 3000, tier: 0 });
    const [card] = await addCards(shop, { price_cents: 4000 });
    const short = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect(short.body.errors).toMatchObject({ missing_cents: ['1000'], room_cents: ['12000'] });
  });

  test('a single card above the limit of one order is told from several', async () => {
    const user = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const cards = await addCards(shop, { count: 2, price_cents: 5001 });
    const buy = (...ids: string[]) => shop.as(user)(contract.placeOrder, { body: { ids } });
    expect((await buy(cards[0]!.id)).body.message).toContain('Choose a cheaper card.');
    expect((await buy(...cards.map(({ id }) => id))).body.message).toContain('Choose fewer cards.');
  });

  test('the limits of the tier hold: one order, and 24 hours', async () => {
    const user = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const [dear, ...cheap] = [
      ...(await addCards(shop, { price_cents: 5001 })),
      ...(await addCards(shop, { count: 3, price_cents: 4000 })),
    ];
    const buy = (id: string) => shop.as(user)(contract.placeOrder, { body: { ids: [id] } });
    expect((await buy(dear!.id)).body.message).toContain('limited to $50.00');
    expect((await buy(cheap[0]!.id)).status).toBe(201);
    expect((await buy(cheap[1]!.id)).status).toBe(201);
    expect((await buy(cheap[2]!.id)).body.message).toContain('You have $20.00 left');
    shop.clock.advance(DAY_MS + 1);
    expect((await buy(cheap[2]!.id)).status).toBe(201);
  });

  test.each([
    ['higher', 800],
    ['lower', 1000],
  ])('a total that is %s than the one seen is refused with the new one', async (_, expected_total_cents) => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop, { price_cents: 900 });
    const body = { ids: [card!.id], expected_total_cents };
    const refused = await shop.as(user)(contract.placeOrder, { body });
    expect(refused).toMatchObject({ status: 409, body: { errors: { total_cents: ['900'] } } });
    expect(await balance(user)).toBe(5000);
  });

  test('a total that is the one seen is accepted', async () => {
    const user = await shop.createUser({ balance_cents: 900 });
    const [card] = await addCards(shop, { price_cents: 900 });
    const body = { ids: [card!.id], expected_total_cents: 900 };
    expect((await shop.as(user)(contract.placeOrder, { body })).status).toBe(201);
    expect(await balance(user)).toBe(0);
  });

  test('without a total, a price that changed since its card was carted is refused, and accepted once it is sent', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop, { price_cents: 489 });
    await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
    await shop.sql`update cards set price_cents = 504 where id = ${card!.id}`;
    for (const body of [{}, { ids: [card!.id] }]) {
      const refused = await shop.as(user)(contract.placeOrder, { body });
      expect(refused).toMatchObject({ status: 409, body: { errors: { total_cents: ['504'] } } });
    }
    expect([await balance(user), await stateOf(card!.id)]).toEqual([5000, 'available']);
    const body = { ids: [card!.id], expected_total_cents: 504 };
    expect((await shop.as(user)(contract.placeOrder, { body })).status).toBe(201);
    expect(await balance(user)).toBe(4496);
  });

  test('without a total or a cart, a price is refused for an hour after it changed', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop, { price_cents: 489 });
    await shop.sql`update cards set price_cents = 504 where id = ${card!.id}`;
    const buy = () => shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    expect((await buy()).status).toBe(409);
    await shop.sql`update cards set price_changed_at = price_changed_at - interval '59 minutes' where id = ${card!.id}`;
    expect((await buy()).status).toBe(409);
    await shop.sql`update cards set price_changed_at = price_changed_at - interval '1 minute' where id = ${card!.id}`;
    expect((await buy()).status).toBe(201);
  });

  test('a card that was carted after its price changed is bought without a total', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop, { price_cents: 489 });
    await shop.sql`update cards set price_cents = 504 where id = ${card!.id}`;
    await shop.as(user)(cartCalls.addToCart, { body: [card!.id] });
    expect((await shop.as(user)(contract.placeOrder, { body: {} })).status).toBe(201);
  });

  test('a write that leaves the price as it is changes nothing for the buyer', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop, { price_cents: 489 });
    await shop.sql`update cards set price_cents = 489 where id = ${card!.id}`;
    expect((await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } })).status).toBe(201);
  });

  test('the limits of the tier can be used up to the last cent', async () => {
    const user = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const cards = await addCards(shop, { count: 3, price_cents: 5000 });
    const buy = (id: string) => shop.as(user)(contract.placeOrder, { body: { ids: [id] } });
    expect((await buy(cards[0]!.id)).status).toBe(201);
    expect((await buy(cards[1]!.id)).status).toBe(201);
    expect((await buy(cards[2]!.id)).body.message).toContain('You have $0.00 left');
  });

  test('a returned card gives its price back to the limit of 24 hours', async () => {
    const user = await shop.createUser({ balance_cents: 15_000, tier: 0 });
    const cards = await addCards(shop, { count: 3, price_cents: 5000 });
    const buy = (id: string) => shop.as(user)(contract.placeOrder, { body: { ids: [id] } });
    const { body } = await buy(cards[0]!.id);
    await buy(cards[1]!.id);
    expect((await buy(cards[2]!.id)).status).toBe(422);
    await shop.as(user)(contract.returnCard, { params: { id: body.data.id, card_id: cards[0]!.id } });
    expect((await buy(cards[2]!.id)).status).toBe(201);
  });

  test('cards that are bought directly leave the cart, the rest of it stays', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [bought, kept] = await addCards(shop, { count: 2 });
    await shop.as(user)(cartCalls.addToCart, { body: [bought!.id, kept!.id] });
    await shop.as(user)(contract.placeOrder, { body: { ids: [bought!.id] } });
    expect((await shop.as(user)(cartCalls.getCart)).body.data).toMatchObject([{ id: kept!.id, status: 'available' }]);
  });

  test('a card that is not confirmed yet is as unknown as any other id', async () => {
    const buyer = shop.as(await shop.createUser({ balance_cents: 5000 }));
    const [hidden] = await addCards(shop, { state: 'unconfirmed' });
    const answers = [];
    for (const id of [hidden!.id, randomUUID()]) {
      const { status, body } = await buyer(contract.placeOrder, { body: { ids: [id] } });
      answers.push([status, body]);
    }
    expect(answers[0]![0]).toBe(404);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('an empty cart, a price from the client and an unknown card are refused', async () => {
    const buyer = shop.as(await shop.createUser({ balance_cents: 5000 }));
    expect((await buyer(contract.placeOrder, { body: {} })).body.errors).toHaveProperty('ids');
    expect((await buyer(contract.placeOrder, { body: { price_cents: 1 } as never })).body.errors).toHaveProperty(
      'price_cents',
    );
    expect((await buyer(contract.placeOrder, { body: { ids: [randomUUID()] } })).status).toBe(404);
  });
});

describe('without an Idempotency-Key', () => {
  const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed');

  test('an equal order or return of the same session gets the first reply for ten seconds', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const buy = () => shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    const [first, again] = [await buy(), await buy()];
    expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, 'true']);
    const give = () => shop.as(user)(contract.returnCard, { params: { id: first.body.data.id, card_id: card!.id } });
    const [back, backAgain] = [await give(), await give()];
    expect([backAgain.status, backAgain.body, replayed(backAgain)]).toEqual([200, back.body, 'true']);
    expect(await balance(user)).toBe(5000);
  });

  test('a card that went back at once can be bought again at once', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const buy = () => shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    const { id } = (await buy()).body.data;
    await shop.as(user)(contract.returnCard, { params: { id, card_id: card!.id } });
    const again = await buy();
    expect([again.status, again.body.data.id === id, replayed(again)]).toEqual([201, false, null]);
    expect(await balance(user)).toBe(4100);
  });

  test('after ten seconds the request counts anew', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const buy = () => shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    await buy();
    const age = (seconds: number) =>
      shop.sql`update idempotency_keys set created_at = now() - make_interval(secs => ${seconds}) where user_id = ${user.id}`;
    await age(9);
    expect((await buy()).status).toBe(201);
    await age(10);
    expect(await buy()).toMatchObject({ status: 422, body: { errors: { ids: [card!.id] } } });
    const { body } = await shop.as(user)(contract.listOrders);
    await shop.as(user)(contract.returnCard, { params: { id: body.data[0]!.id, card_id: card!.id } });
    expect(replayed(await buy())).toBeNull();
    expect(await balance(user)).toBe(4100);
  });

  test('another session, other cards and a key of its own are other requests', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [one, two] = await addCards(shop, { count: 2 });
    const body = { ids: [one!.id] };
    await shop.as(user)(contract.placeOrder, { body });
    const elsewhere = { token: await shop.signIn(user.id) };
    expect((await shop.as(elsewhere)(contract.placeOrder, { body })).status).toBe(422);
    expect((await shop.as(user)(contract.placeOrder, { body, idempotencyKey: randomUUID() })).status).toBe(422);
    expect(replayed(await shop.as(user)(contract.placeOrder, { body: { ids: [two!.id] } }))).toBeNull();
    expect(await balance(user)).toBe(3200);
  });

  test('a cart that was filled again is a new order', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    for (const card of await addCards(shop, { count: 2 })) {
      await shop.as(user)(cartCalls.addToCart, { body: [card.id] });
      expect(replayed(await shop.as(user)(contract.placeOrder, { body: {} }))).toBeNull();
    }
    expect(await balance(user)).toBe(3200);
  });

  test('nobody can send a key that the shop made', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    const [{ key }] = await shop.sql<[{ key: string }]>`select key from idempotency_keys where user_id = ${user.id}`;
    const sent = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] }, idempotencyKey: key });
    expect(sent).toMatchObject({ status: 422, body: { message: expect.stringContaining('Idempotency-Key') } });
  });
});

describe('idempotency', () => {
  test('the same key and body answer the same with one effect; another body is refused', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [one, two] = await addCards(shop, { count: 2 });
    const idempotencyKey = randomUUID();
    const first = await shop.as(user)(contract.placeOrder, { body: { ids: [one!.id] }, idempotencyKey });
    const again = await shop.as(user)(contract.placeOrder, { body: { ids: [one!.id] }, idempotencyKey });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await balance(user)).toBe(4100);
    expect((await shop.as(user)(contract.placeOrder, { body: { ids: [two!.id] }, idempotencyKey })).status).toBe(422);
    const [stranger] = [await shop.createUser({ balance_cents: 5000 })];
    expect((await shop.as(stranger)(contract.placeOrder, { body: { ids: [two!.id] }, idempotencyKey })).status).toBe(
      201,
    );
  });

  test('fifty at once with one key are one order; the rest get it or a 409', async () => {
    const user = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] }, idempotencyKey }),
      ),
    );
    const orders = new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.body.data.id));
    expect(orders.size).toBe(1);
    expect(answers.filter((answer) => answer.status !== 201 && answer.status !== 409)).toEqual([]);
    expect(await balance(user)).toBe(4100);
  });

  test('a refusal keeps nothing: the same key works once there is money', async () => {
    const user = await shop.createUser();
    const [card] = await addCards(shop);
    const idempotencyKey = randomUUID();
    const buy = () => shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] }, idempotencyKey });
    expect((await buy()).status).toBe(422);
    await shop.fund(user.id, 2000);
    expect((await buy()).status).toBe(201);
  });
});

describe('orders', () => {
  async function bought(facts: { tier?: number; price_cents?: number } = {}) {
    const user = await shop.createUser({ balance_cents: 10_000, tier: facts.tier ?? 1 });
    const [card] = await addCards(shop, { price_cents: facts.price_cents ?? 900 });
    const { body } = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
    return { user, card: card!, order: body.data, params: { id: body.data.id, card_id: card!.id } };
  }

  test('reveal gives the secret to its buyer only, with consent, not to be stored, and is audited without it', async () => {
    const { user, card, params } = await bought();
    const without = await shop.as(user)(contract.revealCard, { params, body: { consent: false } as never });
    expect(without.body.errors).toHaveProperty('consent');
    const { status, body, headers } = await shop.as(user)(contract.revealCard, { params, body: { consent: true } });
    expect([status, body.data]).toEqual([200, { code: card.code, pin: card.pin, url: null, barcode: 'none' }]);
    expect(headers.get('cache-control')).toBe('no-store');
    const audit =
      await shop.sql`select action, details from audit_entries where subject = ${card.id} and actor_id = ${user.id}`;
    expect(audit.map((entry) => entry.action)).toEqual(['card.revealed']);
    expect(JSON.stringify(audit) + shop.logged.join('')).not.toContain(card.code);
  });

  test('an id in capitals is the same id: the secret opens, and no failure is audited', async () => {
    const { user, card, params } = await bought();
    const shouted = { id: params.id.toUpperCase(), card_id: params.card_id.toUpperCase() };
    const { status, body } = await shop.as(user)(contract.revealCard, { params: shouted, body: { consent: true } });
    expect([status, body.data?.code]).toEqual([200, card.code]);
    const audit = await shop.sql`select action from audit_entries where subject = ${card.id} and actor_id = ${user.id}`;
    expect(audit).toEqual([{ action: 'card.revealed' }]);
  });

  test('an order and its cards are not found by anybody else, admins included', async () => {
    const { params } = await bought();
    for (const stranger of [
      await shop.createUser(),
      await shop.createUser({ role: 'admin', duties: ['support', 'importer'] }),
    ]) {
      expect((await shop.as(stranger)(contract.getOrder, { params: { id: params.id } })).status).toBe(404);
      expect((await shop.as(stranger)(contract.revealCard, { params, body: { consent: true } })).status).toBe(404);
      expect((await shop.as(stranger)(contract.returnCard, { params })).status).toBe(404);
    }
  });

  test('a new account opens a larger order after an hour', async () => {
    const { user, card, params, order } = await bought({ tier: 0, price_cents: 2501 });
    expect(order.cards[0]?.revealable_at).not.toBeNull();
    const reveal = () => shop.as(user)(contract.revealCard, { params, body: { consent: true } });
    expect((await reveal()).status).toBe(409);
    shop.clock.advance(3_600_001);
    expect((await reveal()).body.data.code).toBe(card.code);
  });

  test('a new account waits for the order that takes its day above 25 dollars, however it is split; the next day begins anew', async () => {
    const user = await shop.createUser({ tier: 0, balance_cents: 15_000 });
    const buy = async () => {
      const [card] = await addCards(shop, { price_cents: 2400, face_cents: 2400 });
      const { body } = await shop.as(user)(contract.placeOrder, {
        body: { ids: [card!.id] },
        idempotencyKey: randomUUID(),
      });
      const { id, cards } = body.data;
      shop.clock.advance(1000);
      return { params: { id, card_id: card!.id }, waits: cards[0]!.revealable_at !== null };
    };
    const reveal = async ({ params }: { params: { id: string; card_id: string } }) =>
      (await shop.as(user)(contract.revealCard, { params, body: { consent: true } })).status;
    const [first, second] = [await buy(), await buy()];
    expect([first.waits, second.waits]).toEqual([false, true]);
    expect([await reveal(second), await reveal(first)]).toEqual([409, 200]);
    const { body } = await shop.as(user)(contract.getOrder, { params: { id: second.params.id } });
    expect(body.data).not.toHaveProperty('spent_24h_cents');
    shop.clock.advance(HOUR_MS);
    expect(await reveal(second)).toBe(200);
    shop.clock.advance(23 * HOUR_MS);
    const next_day = await buy();
    expect([next_day.waits, await reveal(next_day)]).toEqual([false, 200]);
  });

  test('what was returned does not count toward the wait of a new account', async () => {
    const { user, params } = await bought({ tier: 0, price_cents: 2400 });
    expect((await shop.as(user)(contract.returnCard, { params })).status).toBe(200);
    const [card] = await addCards(shop, { price_cents: 2400, face_cents: 2400 });
    const { body } = await shop.as(user)(contract.placeOrder, {
      body: { ids: [card!.id] },
      idempotencyKey: randomUUID(),
    });
    expect(body.data.cards[0]!.revealable_at).toBeNull();
  });

  test('a refund over the balance limit is paid and says so, and nothing is added until the balance is below it', async () => {
    const { user, params } = await bought({ tier: 0 });
    await shop.fund(user.id, 50_00);
    const back = await shop.as(user)(contract.returnCard, { params });
    expect(back).toMatchObject({ status: 200, body: { over_limit: null } });
    const again = await bought({ tier: 0 });
    await shop.fund(again.user.id, 50_01);
    const over = await shop.as(again.user)(contract.returnCard, { params: again.params });
    const sentence =
      "Your balance of $150.01 is over your tier's limit of $150.00, as can happen when a card is returned. It's all yours to spend. You can add funds again once it's below the limit.";
    expect(over).toMatchObject({ status: 200, body: { over_limit: sentence } });
    expect(await balance(again.user)).toBe(150_01);
    expect((await shop.as(again.user)(paymentOptions)).body.data.limits).toMatchObject({
      room_cents: 0,
      over: sentence,
    });
    const chain = openChain('ETH', { rpc_url: 'http://127.0.0.1:9', xpub: LOCAL_CHAINS.ETH.xpub, development: true });
    shop.ctx.chains.ETH = chain;
    const refused = await shop.as(again.user)(createPayment, { body: { coin: 'ETH', amount_cents: 500 } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { amount_cents: [sentence] } } });
  });

  test('an unrevealed card goes back once for its price; a revealed one and a late one do not', async () => {
    const { user, card, params } = await bought();
    const back = await shop.as(user)(contract.returnCard, { params });
    expect(back.body.data).toMatchObject({ status: 'refunded', cards: [{ state: 'returned' }] });
    expect(await balance(user)).toBe(10_000);
    expect(await stateOf(card.id)).toBe('available');
    const twice = await shop.as(user)(contract.returnCard, { params, idempotencyKey: randomUUID() });
    expect([twice.status, twice.body.message]).toEqual([409, 'This card was already returned.']);
    expect((await shop.as(user)(contract.revealCard, { params, body: { consent: true } })).status).toBe(409);

    const revealed = await bought();
    await shop.as(revealed.user)(contract.revealCard, { params: revealed.params, body: { consent: true } });
    const kept = await shop.as(revealed.user)(contract.returnCard, { params: revealed.params });
    expect([kept.status, kept.body.message]).toEqual([409, "You can't return a card once you've revealed its code."]);

    const late = await bought();
    shop.clock.advance(RETURN_WINDOW_MS);
    expect(
      (await shop.as({ token: await shop.signIn(late.user.id) })(contract.returnCard, { params: late.params })).status,
    ).toBe(409);
  });

  test('a card of somebody else is not found in one’s own order either', async () => {
    const [mine, theirs] = [await bought(), await bought()];
    const params = { id: mine.params.id, card_id: theirs.params.card_id };
    const buyer = shop.as(mine.user);
    expect((await buyer(contract.revealCard, { params, body: { consent: true } })).status).toBe(404);
    expect((await buyer(contract.returnCard, { params })).status).toBe(404);
    expect(await balance(mine.user)).toBe(9100);
  });

  test('a card that went back and was bought again belongs to the later order', async () => {
    const { user, card, params } = await bought();
    await shop.as(user)(contract.returnCard, { params });
    const again = await shop.as(user)(contract.placeOrder, { body: { ids: [card.id] } });
    const later = { ...params, id: again.body.data.id };
    const reveal = (of: typeof params) => shop.as(user)(contract.revealCard, { params: of, body: { consent: true } });
    expect((await reveal(params)).body.message).toMatch(/returned/);
    expect((await shop.as(user)(contract.returnCard, { params: later })).status).toBe(200);
    expect(await balance(user)).toBe(10_000);
  });

  test('of an order of several cards one goes back for its own price, and the others stay as they are', async () => {
    const user = await shop.createUser({ balance_cents: 10_000 });
    const cards = [
      ...(await addCards(shop, { price_cents: 900 })),
      ...(await addCards(shop, { price_cents: 1800 })),
      ...(await addCards(shop, { price_cents: 2700 })),
    ];
    const { body } = await shop.as(user)(contract.placeOrder, { body: { ids: cards.map(({ id }) => id) } });
    const back = async (card: { id: string } | undefined) =>
      (await shop.as(user)(contract.returnCard, { params: { id: body.data.id, card_id: card!.id } })).body.data;
    const part = await back(cards[1]);
    expect(part.status).toBe('part_refunded');
    expect(new Map(part.cards.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [cards[0]!.id, 'delivered'],
        [cards[1]!.id, 'returned'],
        [cards[2]!.id, 'delivered'],
      ]),
    );
    expect(await balance(user)).toBe(10_000 - 900 - 2700);
    expect(await Promise.all(cards.map(({ id }) => stateOf(id)))).toEqual(['sold', 'available', 'sold']);
    expect(
      await shop.sql`select actor_id, details from audit_entries where action = 'order.card_returned' and subject = ${cards[1]!.id}`,
    ).toEqual([{ actor_id: user.id, details: { order_id: body.data.id, price_cents: 1800 } }]);
    expect((await back(cards[0])).status).toBe('part_refunded');
    expect((await back(cards[2])).status).toBe('refunded');
    expect(await balance(user)).toBe(10_000);
  });

  test('of an order of several cards one is revealed, and the others can still go back', async () => {
    const user = await shop.createUser({ balance_cents: 10_000 });
    const cards = await addCards(shop, { count: 3 });
    const { body } = await shop.as(user)(contract.placeOrder, { body: { ids: cards.map(({ id }) => id) } });
    const params = { id: body.data.id, card_id: cards[1]!.id };
    const revealed = await shop.as(user)(contract.revealCard, { params, body: { consent: true } });
    expect(revealed.body.data.code).toBe(cards[1]!.code);
    const order = (await shop.as(user)(contract.getOrder, { params: { id: body.data.id } })).body.data;
    expect(order.cards.filter(({ state }) => state === 'revealed').map(({ id }) => id)).toEqual([cards[1]!.id]);
    for (const { id } of [cards[0]!, cards[2]!]) {
      const back = await shop.as(user)(contract.returnCard, { params: { ...params, card_id: id } });
      expect(back.status).toBe(200);
    }
  });

  test('a delayed card opens at the moment the order names, one of $25 at once', async () => {
    const user = await shop.createUser({ balance_cents: 10_000, tier: 0 });
    const buy = async (price_cents: number) => {
      const [card] = await addCards(shop, { price_cents });
      const { body } = await shop.as(user)(contract.placeOrder, { body: { ids: [card!.id] } });
      return { order: body.data, params: { id: body.data.id, card_id: card!.id } };
    };
    const reveal = async (params: { id: string; card_id: string }) =>
      (await shop.as(user)(contract.revealCard, { params, body: { consent: true } })).status;
    const [small, large] = [await buy(2500), await buy(2501)];
    expect(small.order.cards[0]?.revealable_at).toBeNull();
    expect(await reveal(small.params)).toBe(200);
    shop.clock.advance(Date.parse(large.order.cards[0]!.revealable_at!) - shop.clock.now().getTime() - 1);
    expect(await reveal(large.params)).toBe(409);
    shop.clock.advance(1);
    expect(await reveal(large.params)).toBe(200);
  });

  test('a card goes back until the moment its order names', async () => {
    const user = await shop.createUser({ balance_cents: 10_000 });
    const cards = await addCards(shop, { count: 2 });
    const { body } = await shop.as(user)(contract.placeOrder, { body: { ids: cards.map(({ id }) => id) } });
    const back = (card: { id: string } | undefined) =>
      shop.as(user)(contract.returnCard, { params: { id: body.data.id, card_id: card!.id } });
    const read = async () => (await shop.as(user)(contract.getOrder, { params: { id: body.data.id } })).body.data.cards;
    const until = body.data.cards[0]!.returnable_until!;
    shop.clock.advance(Date.parse(until) - shop.clock.now().getTime() - 1);
    expect((await back(cards[0])).status).toBe(200);
    expect((await read()).map(({ returnable_until }) => returnable_until)).toEqual([null, until]);
    shop.clock.advance(1);
    expect((await back(cards[1])).status).toBe(409);
    expect((await read()).map(({ returnable_until }) => returnable_until)).toEqual([null, null]);
  });

  test('a ciphertext moved to another card does not open, and that is audited', async () => {
    const [mine, other] = [await bought(), await bought()];
    await shop.sql`update cards set sealed = (select sealed from cards where id = ${other.card.id}) where id = ${mine.card.id}`;
    expect(
      (await shop.as(mine.user)(contract.revealCard, { params: mine.params, body: { consent: true } })).status,
    ).toBe(503);
    const audit =
      await shop.sql`select from audit_entries where subject = ${mine.card.id} and action = 'card.reveal_failed'`;
    expect(audit).toHaveLength(1);
  });

  test('the list is numbered, newest first, and only one’s own', async () => {
    const user = await shop.createUser({ balance_cents: 10_000 });
    const cards = await addCards(shop, { count: 3, price_cents: 100 });
    for (const card of cards) await shop.as(user)(contract.placeOrder, { body: { ids: [card.id] } });
    const { body } = await shop.as(user)(contract.listOrders, { query: { page: '1', per_page: '2' } });
    expect(body.meta).toEqual({ current_page: 1, last_page: 2, per_page: 2, from: 1, to: 2, total: 3 });
    expect(body.data[0]!.number).toBeGreaterThan(body.data[1]!.number);
    expect((await shop.as(user)(contract.listOrders, { query: { page: '0' } })).status).toBe(422);
    expect((await shop.as(await shop.createUser())(contract.listOrders)).body.data).toEqual([]);
  });
});

test('after all of this the books and the audit log hold', async () => {
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
  expect((await verifyChain(shop.sql, shop.ctx.vault)).problems).toEqual([]);
});
