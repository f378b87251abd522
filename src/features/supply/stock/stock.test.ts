import { beforeAll, describe, expect, it } from 'vitest';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import * as batches from '#contracts/supply/batches.ts';
import * as contract from '#contracts/supply/stock.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { addStockChanges } from './add-stock-changes.ts';
import { watchStock } from './watch-stock.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const admin = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });
const office = shop.as(admin);

let next = 0;
const stocked = (cards: number, { currency = 'USD', expires_on = '', ...batch }: Record<string, unknown> = {}) =>
  staff.onSale(
    Array.from({ length: cards }, () => ({ code: codeNumber(next++), expires_on: String(expires_on) })),
    { programme: { currency: String(currency) }, batch },
  );
const buy = async (batch_id: string, cards: number) => {
  const rows = await sql<{ id: string }[]>`
    select id from cards where batch_id = ${batch_id} and state = 'available' order by id limit ${cards}`;
  return shop.as(buyer)(placeOrder, { body: { ids: rows.map(({ id }) => id) } });
};
const openAlerts = () => sql<{ kind: string; subject: string; details: Record<string, unknown> }[]>`
  select kind, subject, details from alerts where kind like 'stock.%' and resolved_at is null order by kind`;

describe('the batches', () => {
  let one: { programme_id: string; batch_id: string };
  let other: { programme_id: string; batch_id: string };
  beforeAll(async () => {
    one = await stocked(4, { name: 'Alder', supplier: 'North Ltd', cost_bp: 8000 });
    other = await stocked(2, { name: 'Birch', supplier: 'South Ltd', card_cost_cents: 1900 });
    await buy(one.batch_id, 1);
  });

  it('are listed with their cards by state and with what stock and sales are worth and cost', async () => {
    const query = { programme_id: one.programme_id };
    const expected = {
      id: one.batch_id,
      state: 'approved',
      waits_for: null,
      counts: { total: 4, available: 3, sold: 1, paused: 0, unconfirmed: 0 },
      stock_price_cents: 3 * 2375,
      stock_cost_cents: 3 * 2000,
      sold_price_cents: 2375,
      sold_cost_cents: 2000,
    };
    const noted = await office(contract.listBatches, { query });
    expect(noted.body.data).toMatchObject([expected]);
    await addStockChanges(sql);
    const added = await office(contract.listBatches, { query });
    expect(added.body.data).toEqual(noted.body.data);
    const [line] = await sql`select cost_cents from order_lines where batch_id = ${one.batch_id}`;
    expect(line).toEqual({ cost_cents: 2000 });
  });

  it('are filtered by supplier, state and days, and sorted', async () => {
    const names = async (query: object) =>
      (await office(contract.listBatches, { query } as never)).body.data.map(({ name }) => name);
    expect(await names({ supplier: 'North Ltd' })).toEqual(['Alder']);
    expect(await names({ state: 'paused' })).toEqual([]);
    const today = shop.clock.now().toISOString().slice(0, 10);
    expect(await names({ from: today, to: today, sort: 'name' })).toEqual(['Alder', 'Birch']);
    expect(await names({ to: '2020-01-01' })).toEqual([]);
    expect(await names({ sort: '-available', per_page: '1' })).toEqual(['Alder']);
    const refused = await office(contract.listBatches, { query: { sort: 'secret' as never } });
    expect(refused.status).toBe(422);
  });

  it('give their filters with the number of batches for each', async () => {
    const { data } = (await office(contract.batchOptions)).body;
    expect(data.suppliers).toEqual([
      { value: 'North Ltd', label: 'North Ltd', count: 1 },
      { value: 'South Ltd', label: 'South Ltd', count: 1 },
    ]);
    expect(data.states).toEqual([{ value: 'approved', label: 'Approved', count: 2 }]);
  });

  it('add up to the figures of the dashboard', async () => {
    const { data } = (await office(contract.stockReport, { query: {} })).body;
    expect(data).toMatchObject({
      batches: 2,
      uncosted: 0,
      margin_cents: 375,
      returned_bp: 0,
      sell_through_bp: Math.round(10_000 / 6),
      stock_cost_cents: 3 * 2000 + 2 * 1900,
      ages: [
        { from_days: 0, cards: 5 },
        { from_days: 31, cards: 0 },
        { from_days: 61, cards: 0 },
        { from_days: 91, cards: 0 },
      ],
    });
    expect(data.days).toHaveLength(90);
    const today = shop.clock.now().toISOString().slice(0, 10);
    expect(data.days.at(-1)).toEqual({ day: today, cards: 1, price_cents: 2375, margin_cents: 375 });
    const filtered = await office(contract.stockReport, { query: { supplier: 'South Ltd' } });
    expect(filtered.body.data).toMatchObject({ batches: 1, sell_through_bp: 0, margin_cents: 0, returned_bp: null });
  });

  it('show their cards page by page and by state, without a secret', async () => {
    const params = { id: one.batch_id };
    const first = await office(contract.listBatchCards, { params, query: { per_page: '3' } });
    const { next: more, prev } = first.body.links;
    expect([first.body.data.length, prev]).toEqual([3, null]);
    const cursor = new URL(more!, 'http://shop').searchParams.get('cursor')!;
    const second = await office(contract.listBatchCards, { params, query: { per_page: '3', cursor } });
    expect(second.body.data).toHaveLength(1);
    const back = new URL(second.body.links.prev!, 'http://shop').searchParams.get('cursor')!;
    const again = await office(contract.listBatchCards, { params, query: { per_page: '3', cursor: back } });
    expect(again.body.data).toEqual(first.body.data);
    const sold = await office(contract.listBatchCards, { params, query: { state: 'sold' } });
    expect(sold.body.data.map(({ state }) => state)).toEqual(['sold']);
    expect(Object.keys(sold.body.data[0]!).toSorted()).toEqual(
      [
        'discount_bp',
        'expires_on',
        'face_cents',
        'id',
        'issuer_confirmed',
        'price_cents',
        'price_changed_at',
        'state',
        'unusable_at',
      ].toSorted(),
    );
  });

  it('have their provenance, their cost and their history', async () => {
    const params = { id: other.batch_id };
    expect((await office(contract.getBatch, { params })).body.data).toMatchObject({
      card_cost_cents: 1900,
      cost_bp: null,
      unusable: 0,
      follows_rate: false,
      authorisation: { reference: 'CONTRACT-7', from: '2026-01-01', until: null },
    });
    const { data } = (await office(contract.listBatchHistory, { params, query: {} })).body;
    expect(data.map(({ action }) => action)).toEqual([
      'batch.approved',
      'proposal.approved',
      'batch.confirmed',
      'batch.imported',
      'proposal.opened',
      'batch.created',
    ]);
    expect(data.at(-1)!.by).toBe(staff.importer.user.username);
  });

  it('that are not there are not found', async () => {
    const params = { id: crypto.randomUUID() };
    for (const call of [contract.getBatch, contract.listBatchCards, contract.listBatchHistory]) {
      expect((await office(call, { params, query: {} } as never)).status).toBe(404);
    }
  });
});

describe('a returned card', () => {
  it('is no sale of its day, and shows in the rate of returns', async () => {
    const { batch_id, programme_id } = await stocked(2, { cost_bp: 8000 });
    const order = (await buy(batch_id, 2)).body.data;
    const params = { id: order.id, card_id: order.cards[0]!.id };
    expect((await shop.as(buyer)(returnCard, { params })).status).toBe(200);
    const { data } = (await office(contract.stockReport, { query: { programme_id } })).body;
    expect(data).toMatchObject({ returned_bp: 5000, sold_price_cents: 2375, margin_cents: 375 });
    expect(data.days.at(-1)).toMatchObject({ cards: 1, price_cents: 2375, margin_cents: 375 });
  });
});

describe('a new batch', () => {
  const facts = (programme_id: string, changes: object = {}) => ({
    programme_id,
    name: 'Cedar',
    supplier: 'East Ltd',
    invoice_reference: 'INV-9',
    invoice_date: '2026-02-02',
    evidence_sha256: 'ab'.repeat(32),
    authorisation_reference: 'C-1',
    authorised_from: '2026-01-01',
    authorised_until: '2026-12-31',
    discount_bp: 300,
    cost_bp: 9000,
    follows_rate: true,
    ...changes,
  });
  const open = async (changes: object = {}) => {
    const { id } = await staff.activeProgramme();
    return shop.as(importer)(batches.openBatch, { body: facts(id, changes) });
  };

  it('is opened by an importer, and waits for its import', async () => {
    const { status, body } = await open();
    expect([status, body.data.state, body.data.created_by.username]).toEqual([201, 'draft', importer.username]);
    const { data } = (await office(contract.listBatches, { query: { supplier: 'East Ltd' } })).body;
    expect(data).toMatchObject([{ waits_for: 'import', counts: { total: 0 } }]);
  });

  it.each([
    ['whose supplier was authorised only later', 'authorised_from', { authorised_from: '2026-02-03' }],
    ['whose authorisation had ended', 'authorised_until', { authorised_until: '2026-02-01' }],
    ['with two costs', 'card_cost_cents', { card_cost_cents: 100 }],
    ['without an authorisation', 'authorisation_reference', { authorisation_reference: '' }],
    ['with half a hash', 'evidence_sha256', { evidence_sha256: 'ab' }],
  ])('%s is refused', async (_what, field, changes) => {
    const { status, body } = await open(changes);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('without an authorisation on its date is refused by the database too', async () => {
    const { body } = await open();
    await expect(sql`update batches set invoice_date = '2027-01-01' where id = ${body.data.id}`).rejects.toThrow(
      /batches_authorised/,
    );
  });
});

describe('an alert', () => {
  it('is raised once for stock that is low, expires or is stalled, and ends with its cause', async () => {
    await sql`update alerts set resolved_at = now() where kind like 'stock.%'`;
    const soon = new Date(shop.clock.now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
    const { batch_id, programme_id } = await stocked(3, { name: 'Dogwood', expires_on: soon });
    await buy(batch_id, 1);
    const { batch_id: stalled } = await stocked(1, { name: 'Elm' });
    await sql`update batches set created_at = created_at - interval '31 days' where id = ${stalled}`;
    await watchStock(ctx);
    await watchStock(ctx);
    const raised = (await openAlerts()).filter(({ subject }) => [batch_id, programme_id, stalled].includes(subject));
    expect(raised).toEqual([
      { kind: 'stock.expires', subject: batch_id, details: { name: 'Dogwood', cards: 2, days: 60 } },
      { kind: 'stock.low', subject: programme_id, details: expect.objectContaining({ cards: 2 }) },
      { kind: 'stock.stalled', subject: stalled, details: { name: 'Elm', cards: 1, days: 30 } },
    ]);
    expect(await sql`select from alerts where kind like 'stock.%' and times > 1`).toHaveLength(0);
    await buy(stalled, 1);
    await watchStock(ctx);
    expect((await openAlerts()).filter(({ subject }) => subject === stalled)).toEqual([]);
  });
});
