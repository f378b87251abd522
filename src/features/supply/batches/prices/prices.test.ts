import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCards } from '#contracts/shop/cards.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { changePrices } from '#contracts/supply/batches.ts';
import { priceRoundings } from '#contracts/supply/programme-facts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { createBatch } from '../create-batch.ts';
import { openPriceGate } from './open-price-gate.ts';
import { type PriceRule, priceOf } from './price-of.ts';
import { repriceBatches } from './reprice-batches.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const { token } = await shop.createUser({ role: 'admin', duties: ['importer'] });
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });

let next = 0;
let params: { id: string };
let programme_id: string;
let ids: string[];

beforeEach(async () => {
  const codes = Array.from({ length: 3 }, () => ({ code: codeNumber(next++) }));
  await staff.setReference('EUR', 1);
  const sold = await staff.onSale(codes);
  ({ programme_id } = sold);
  params = { id: sold.batch_id };
  await sql`update batches set approved_discount_bp = 4500 where id = ${params.id}`;
  ids = (await sql<{ id: string }[]>`select id from cards where batch_id = ${params.id} order by id`).map(
    ({ id }) => id,
  );
});

const change = (body: { ids?: string[]; price_cents?: number; discount_bp?: number; follows_rate?: boolean }) =>
  shop.as({ token })(changePrices, { params, body });
const pricesOf = async () =>
  (await sql<{ price_cents: number }[]>`select price_cents from cards where batch_id = ${params.id} order by id`).map(
    ({ price_cents }) => price_cents,
  );
async function priced(face: number, rule: PriceRule): Promise<number> {
  const [row] = await sql<[{ price: number }]>`
    select ${priceOf(sql, rule)} as price from (values (${face}::bigint)) as card (face_cents)`;
  return row.price;
}
const buy = (id: string) => shop.as(buyer)(placeOrder, { body: { ids: [id] } });

describe('the price', () => {
  it('of named cards changes alone, and shows in the list with its discount', async () => {
    expect((await change({ ids: [ids[0]!], price_cents: 2000 })).body.data).toEqual({ cards: 1 });
    expect(await pricesOf()).toEqual([2000, 2375, 2375]);
    const { data } = (await shop.as(buyer)(listCards, { query: { programme_id, sort: 'price' } })).body;
    expect(data[0]).toMatchObject({ id: ids[0], price_cents: 2000, discount_bp: 2000 });
    expect((await change({ ids: ids.slice(1), discount_bp: 1000 })).body.data).toEqual({ cards: 2 });
    expect(await pricesOf()).toEqual([2000, 2250, 2250]);
  });

  it('of all unsold cards follows a new rule of the batch, and open carts are told', async () => {
    await shop.as(buyer)(addToCart, { body: [ids[2]!] });
    await buy(ids[0]!);
    const events = () => sql`select from events where channel = ${`private-user.${buyer.id}`} and event = 'cart'`;
    const told = (await events()).length;
    expect((await change({ discount_bp: 2000 })).body.data).toEqual({ cards: 2 });
    expect(await pricesOf()).toEqual([2375, 2000, 2000]);
    expect((await events()).length).toBe(told + 1);
    const [entry] = await sql`
      select details from audit_entries where subject = ${params.id} and action = 'batch.prices_changed'`;
    expect(entry!.details).toEqual({ discount_bp: 2000, usd_e9: 1_000_000_000, cards: 2 });
    const refused = await shop.as(buyer)(placeOrder, { body: {} });
    expect(refused.status).toBe(409);
  });

  it('is rounded like that of an import', async () => {
    await staff.setReference('EUR', 1.083457);
    await change({ discount_bp: 333 });
    expect(await pricesOf()).toEqual(Array(3).fill(Math.round(2500 * 1.083457 * 0.9667)));
  });

  it('is a multiple of what the programme rounds to, and never nothing', async () => {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update programmes set price_rule = '{"discount_bp": 500, "rounding_cents": 50}' where id = ${programme_id}`;
    });
    await change({ discount_bp: 600 });
    expect(await pricesOf()).toEqual(Array(3).fill(2350));
    await change({ discount_bp: 700 });
    expect(await pricesOf()).toEqual(Array(3).fill(2350));
    const rule = { usd_e9: 1_000_000_000, rounding_cents: 50 };
    expect(await Promise.all([600, 700, 9000].map((discount_bp) => priced(2500, { ...rule, discount_bp })))).toEqual([
      2350, 2350, 250,
    ]);
    expect(await priced(20, { ...rule, discount_bp: 9000 })).toBe(50);
  });

  it('of cards on sale never falls below their cost by one person, and a cut of more than a tenth is an alert', async () => {
    await sql`update batches set card_cost_cents = 1500 where id = ${params.id}`;
    const refused = await change({ ids: [ids[0]!], price_cents: 1499 });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "1 card would be sold for less than it cost. Stock on sale can't be priced below its cost.",
    ]);
    expect((await change({ discount_bp: 5000 })).status).toBe(403);
    expect(await pricesOf()).toEqual([2375, 2375, 2375]);
    const cuts = () => sql`
      select details -> 'percent' as percent from alerts where kind = 'stock.price_cut' and subject = ${params.id}`;
    expect((await change({ discount_bp: 1000 })).status).toBe(200);
    expect(await cuts()).toEqual([]);
    expect((await change({ ids: [ids[0]!], price_cents: 1500 })).status).toBe(200);
    expect(await cuts()).toEqual([{ percent: 33 }]);
    await sql`update batches set state = 'paused' where id = ${params.id}`;
    expect((await change({ discount_bp: 5000 })).status).toBe(403);
  });

  it('of cards on sale falls by one person to ten points below the approved discount, however many steps it takes', async () => {
    await sql`update batches set approved_discount_bp = 500 where id = ${params.id}`;
    expect((await change({ discount_bp: 1500 })).status).toBe(200);
    const refused = await change({ discount_bp: 1501 });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/more than 10 points above/)]);
    expect((await change({ ids: [ids[0]!], price_cents: 2100 })).status).toBe(403);
    expect(await pricesOf()).toEqual([2125, 2125, 2125]);
    await sql`update cards set price_cents = 1000, discount_bp = 6000 where id = ${ids[0]!}`;
    expect((await change({ ids: [ids[0]!], price_cents: 2200 })).status).toBe(200);
  });

  it('never falls below the floor of its batch or programme, whoever asks and in whatever state', async () => {
    await sql`update batches set floor_bp = 8500 where id = ${params.id}`;
    expect((await change({ discount_bp: 1500 })).status).toBe(200);
    const refused = await change({ discount_bp: 1501 });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Prices here never fall below 85% of the face value.',
    ]);
    expect((await change({ ids: [ids[0]!], price_cents: 2124 })).status).toBe(403);
    expect((await change({ ids: [ids[0]!], price_cents: 2125 })).status).toBe(200);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update programmes set price_rule = '{"discount_bp": 500, "rounding_cents": 1, "floor_bp": 9500}'
        where id = ${programme_id}`;
    });
    expect((await change({ discount_bp: 501 })).status).toBe(403);
    expect(await pricesOf()).toEqual([2125, 2125, 2125]);
    const { importer, batchFacts } = staff;
    const opened = (facts: object) => createBatch(ctx, importer, { ...batchFacts(programme_id), ...facts });
    expect((await refusal(opened({ discount_bp: 501 }))).code).toBe('forbidden');
    expect((await refusal(opened({ discount_bp: 500, floor_bp: 9600 }))).code).toBe('forbidden');
    expect(await opened({ discount_bp: 500 })).toMatchObject({ id: expect.any(String) });
  });

  it('of a sold card stays, whoever writes', async () => {
    await buy(ids[0]!);
    expect(await change({ ids: [ids[0]!], price_cents: 2000 })).toMatchObject({
      status: 422,
      body: { errors: { ids: [ids[0]] } },
    });
    await expect(sql`update cards set price_cents = 1 where id = ${ids[0]!}`).rejects.toThrow(/keeps its price/);
  });

  it.each([
    ['without a price', {}, 'discount_bp'],
    ['of a whole batch as an amount', { price_cents: 100 }, 'price_cents'],
    ['and a discount at once', { ids: true, price_cents: 2000, discount_bp: 5 }, 'discount_bp'],
    ['with a rule for some cards', { ids: true, discount_bp: 5, follows_rate: true }, 'follows_rate'],
    ['under a tenth of the face value', { ids: true, price_cents: 249 }, 'price_cents'],
    ['far above the face value', { ids: true, price_cents: 3751 }, 'price_cents'],
    ['with more off than nine tenths', { discount_bp: 9001 }, 'discount_bp'],
  ])('%s is refused', async (_what, { ids: named, ...body }: Record<string, unknown>, field) => {
    const { status, body: reply } = await change({ ...body, ...(named ? { ids } : {}) });
    expect([status, Object.keys(reply.errors ?? {})]).toEqual([422, [field]]);
    expect(await pricesOf()).toEqual(Array(3).fill(2375));
  });

  it('of an unsold card is not changed past the shop, nor with what let another change pass', async () => {
    const cut = (rows: Db) => rows`update cards set price_cents = 1, discount_bp = 9999 where id = ${ids[0]!}`;
    const ungated = { code: '23514', constraint_name: 'cards_price_gated' };
    await expect(cut(ctx.sql)).rejects.toMatchObject(ungated);
    const gate = await transaction(ctx.sql, async (tx) => {
      await openPriceGate(ctx, tx, params.id);
      const [open] = await tx<[{ gate: string }]>`select current_setting('facevalue.price_gate') as gate`;
      return open.gate;
    });
    const replayed = transaction(ctx.sql, async (tx) => {
      await tx`select set_config('facevalue.price_gate', ${gate}, true)`;
      await cut(tx);
    });
    await expect(replayed).rejects.toMatchObject(ungated);
    await expect(ctx.sql`update cards set discount_bp = 0 where id = ${ids[0]!}`).rejects.toMatchObject(ungated);
    expect(await pricesOf()).toEqual([2375, 2375, 2375]);
    expect((await change({ ids: [ids[0]!], price_cents: 2000 })).status).toBe(200);
  });

  it('is changed by an importer, of a batch that is there and not withdrawn', async () => {
    const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
    expect((await shop.as(approver)(changePrices, { params, body: { discount_bp: 1 } })).status).toBe(403);
    await sql`update batches set state = 'withdrawn' where id = ${params.id}`;
    expect((await change({ discount_bp: 1 })).status).toBe(409);
    params = { id: crypto.randomUUID() };
    expect((await change({ discount_bp: 1 })).status).toBe(404);
  });
});

describe('every night', () => {
  const dayOn = async (usd: number) => {
    shop.clock.advance(DAY_MS);
    await staff.setReference('EUR', usd);
    await repriceBatches(ctx);
  };

  it('a batch that follows the rate is repriced, without the cards priced one by one', async () => {
    await change({ follows_rate: true });
    await change({ ids: [ids[0]!], price_cents: 2000 });
    await dayOn(1.1);
    expect(await pricesOf()).toEqual([2000, 2613, 2613]);
    const repriced = () => sql`
      select details from audit_entries where subject = ${params.id} and action = 'batch.repriced'`;
    expect((await repriced())[0]!.details).toEqual({ from_usd_e9: 1_000_000_000, usd_e9: 1_100_000_000, cards: 2 });
    await staff.setReference('EUR', 1.2);
    await repriceBatches(ctx);
    expect(await pricesOf()).toEqual([2000, 2613, 2613]);
  });

  it('no batch is repriced that does not follow it, or while there is no rate', async () => {
    await dayOn(1.5);
    expect(await pricesOf()).toEqual(Array(3).fill(2375));
    await sql`update batches set follows_rate = true where id = ${params.id}`;
    shop.clock.advance(DAY_MS);
    await repriceBatches(ctx);
    expect(await pricesOf()).toEqual(Array(3).fill(2375));
  });
});

it.each([
  [2500, 1_000_000_000, 0, 2500],
  [2500, 1_080_000_000, 500, 2565],
  [1000, 1_000_000_000, -200, 1020],
  [333, 1_000_000_000, 5000, 167],
  [1, 1, 9000, 1],
  [25_000_000, 39_370, 0, 984],
  [100_000_000, 1_117, 500, 106],
  [99_999_999, 1_000_000_000_000, -5000, 149_999_998_500],
])('%i cents at a rate of %i and a discount of %i cost %i', async (face, usd_e9, discount_bp, price) => {
  expect(await priced(face, { usd_e9, discount_bp, rounding_cents: 1 })).toBe(price);
});

it('a price is never below a cent nor above the face value where the discount is not negative', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 0, max: 9000 }),
      async (face, discount_bp) => {
        const price = await priced(face, { usd_e9: 1_000_000_000, discount_bp, rounding_cents: 1 });
        expect(price).toBeGreaterThanOrEqual(1);
        expect(price).toBeLessThanOrEqual(face);
      },
    ),
  );
});

/** The price by the rule of the releases whose rates had six decimals. */
const pricedBefore = (micro: number, discount_bp: number, rounding_cents: number) => sql`
  greatest(1, round(face_cents::numeric * ${micro}::bigint * ${10_000 - discount_bp}::bigint
    / (10000000000 * ${rounding_cents}::bigint))::bigint) * ${rounding_cents}::bigint`;

it('prices and costs at a rate of six decimals are what they were when rates had no more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 5_000_000 })),
      fc.integer({ min: -5000, max: 9000 }),
      fc.constantFrom(...priceRoundings),
      async (face, micro, discount_bp, rounding_cents) => {
        const rule = { usd_e9: micro * 1000, discount_bp, rounding_cents };
        const cost_bp = 10_000 - discount_bp;
        const [row] = await sql<[Record<'price' | 'price_before' | 'cost' | 'cost_before', number>]>`
          select ${priceOf(sql, rule)} as price, ${pricedBefore(micro, discount_bp, rounding_cents)} as price_before,
            purchase_cost_cents(null, ${rule.usd_e9}, ${cost_bp}, 1, face_cents) as cost,
            round(face_cents::numeric * ${micro}::bigint * ${cost_bp}::bigint / 10000000000)::bigint as cost_before
          from (values (${face}::bigint)) as card (face_cents)`;
        expect([row.price, row.cost]).toEqual([row.price_before, row.cost_before]);
      },
    ),
    { numRuns: 300 },
  );
});

it('a price is the nearest to the exact quotient of whole numbers, of two as near the higher', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 1, max: 4_000_000_000 }),
      fc.integer({ min: -5000, max: 9000 }),
      fc.constantFrom(...priceRoundings),
      async (face, usd_e9, discount_bp, rounding_cents) => {
        const exact = BigInt(face) * BigInt(usd_e9) * BigInt(10_000 - discount_bp);
        const unit = 10n ** 13n * BigInt(rounding_cents);
        const steps = (exact * 2n + unit) / (unit * 2n);
        const price = await priced(face, { usd_e9, discount_bp, rounding_cents });
        expect(price).toBe(Number(steps || 1n) * rounding_cents);
      },
    ),
    { numRuns: 300 },
  );
});
