import { beforeEach, describe, expect, it } from 'vitest';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import * as contract from '#contracts/shop/prefixes.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { subtractDepartures } from '../cards/subtract-departures.ts';
import { renewOffers } from './offers/renew-offers.ts';

const shop = await createTestShop();
const { sql, clock } = shop;
const staff = await createStaff(shop);
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });

let next = 0;
const numbers = (prefix: string, cards: { face?: string; expires_on?: string }[]) =>
  cards.map((card) => ({ code: prefix + String(next++ * 7_919).padStart(10, '0'), pin: '', ...card }));
const numeric = (prefix: string) => ({ code: { kind: 'numeric' as const, length: 16, prefix }, pin: null });

const books = await staff.onSale(
  ['10.00', '25.00', '50.00'].map((face) => ({ code: codeNumber(next++), face })),
  { programme: { name: 'Brambleforth Books', country: 'GB', currency: 'GBP', expiry_policy: 'Never expires.' } },
);
const cafe = await staff.onSale(numbers('707412', [{ face: '25.00' }, { face: '10.00' }]), {
  programme: {
    name: 'Café Quillmarsh',
    country: 'US',
    other_countries: ['CA'],
    currency: 'USD',
    level: 'Premium',
    code_format: numeric('707412'),
    fee_text: 'No fees.',
    redemption_translations: { de: 'An der Kasse.' },
  },
});
const arcade = await staff.onSale(numbers('604411', [{}, {}, {}, {}]), {
  programme: { name: 'Velquist Arcade', country: 'US', currency: 'USD', code_format: numeric('604411') },
});
const idle = await staff.activeProgramme({ name: 'Nothing in stock', code_format: numeric('771830') });

const list = async (query: Record<string, string> = {}) =>
  (await shop.as(buyer)(contract.listPrefixes, { query: query as never })).body;
const names = async (query: Record<string, string> = {}) => (await list(query)).data.map((row) => row.programme.name);
const options = async () => (await shop.as(buyer)(contract.prefixOptions)).body.data;
const everything = async () => [await list({ per_page: '100' }), await list({ q: 'usd' }), await options()];
const dayIn = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** What is read before the loop ran must be what is read after. */
async function renewed<T>(read: () => Promise<T>): Promise<T> {
  const [before, all] = [await read(), await everything()];
  await subtractDepartures(sql);
  expect(await everything()).toEqual(all);
  await renewOffers(sql, clock);
  expect(await sql`select from programme_offer_changes`).toHaveLength(0);
  expect(await everything()).toEqual(all);
  expect(await read()).toEqual(before);
  return before;
}

describe.each(['before the loop has run', 'after the loop has run'])('the prefix directory, %s', (when) => {
  beforeEach(async () => {
    if (when.startsWith('after')) await renewOffers(sql, clock);
  });

  it('holds the programmes on sale with their facts, stock and lowest price, and no others', async () => {
    const { data, meta, message } = await list();
    expect(data.map(({ id }) => id)).toEqual([arcade.programme_id, cafe.programme_id, books.programme_id]);
    expect(data.map(({ id }) => id)).not.toContain(idle.id);
    expect(data[1]).toEqual({
      id: cafe.programme_id,
      brand: 'cafe-quillmarsh',
      prefix: '707412',
      programme: { id: cafe.programme_id, name: 'Café Quillmarsh' },
      issuer: 'Hazelbrook Stores Ltd',
      kind: 'numeric',
      level: 'Premium',
      country: 'US',
      countries: ['US', 'CA'],
      currency: 'USD',
      redemption: 'Show the code at the till.',
      expiry_policy: 'Five years.\n\nNo fees.',
      on_sale: 2,
      from_price_cents: 950,
    });
    expect(data[2]).toMatchObject({ prefix: null, kind: 'alnum', on_sale: 3 });
    expect(meta).toEqual({
      current_page: 1,
      last_page: 1,
      per_page: 20,
      from: 1,
      to: 3,
      total: 3,
      sort: 'prefix',
    });
    expect(message).toBeNull();
  });

  it.each<[Record<string, string>, string[]]>([
    [{ q: '7' }, ['Café Quillmarsh']],
    [{ q: '7074' }, ['Café Quillmarsh']],
    [{ q: '7074 12' }, ['Café Quillmarsh']],
    [{ q: '7074-1200-0000' }, ['Café Quillmarsh']],
    [{ q: '604411 arc' }, ['Velquist Arcade']],
    [{ q: '707413' }, []],
    [{ q: '7718' }, []],
    [{ q: 'cafe quill' }, ['Café Quillmarsh']],
    [{ q: 'CAFÉ' }, ['Café Quillmarsh']],
    [{ q: 'uillmarsh' }, []],
    [{ q: 'hazel arc' }, ['Velquist Arcade']],
    [{ q: 'united' }, ['Velquist Arcade', 'Café Quillmarsh', 'Brambleforth Books']],
    [{ q: 'kanada' }, ['Café Quillmarsh']],
    [{ q: 'british pound' }, ['Brambleforth Books']],
    [{ q: 'premium usd' }, ['Café Quillmarsh']],
    [{ q: "'" }, []],
    [{ q: "a' | 'b" }, []],
    [{ q: '%' }, []],
    [{ country: 'CA' }, ['Café Quillmarsh']],
    [{ country: 'US' }, ['Velquist Arcade', 'Café Quillmarsh']],
    [{ currency: 'GBP' }, ['Brambleforth Books']],
    [{ kind: 'numeric' }, ['Velquist Arcade', 'Café Quillmarsh']],
    [{ kind: 'link' }, []],
    [{ level: 'Premium', country: 'US' }, ['Café Quillmarsh']],
    [{ level: 'Premium', currency: 'GBP' }, []],
    [{ q: 'usd', level: 'Standard' }, ['Velquist Arcade']],
  ])('is searched and filtered by %j', async (query, found) => {
    expect(await names(query)).toEqual(found);
    expect((await list(query)).meta.total).toBe(found.length);
  });

  it('says that a search is no programme sold here only where no filter hides it', async () => {
    expect((await list({ q: 'cafe', currency: 'GBP' })).message).toBeNull();
    expect((await list({ q: 'nothing', currency: 'GBP' })).message).toBe('Not a programme sold here.');
    expect((await list({ kind: 'link' })).message).toBeNull();
  });

  it.each<[string, string[]]>([
    ['prefix', ['Velquist Arcade', 'Café Quillmarsh', 'Brambleforth Books']],
    ['-prefix', ['Café Quillmarsh', 'Velquist Arcade', 'Brambleforth Books']],
    ['name', ['Brambleforth Books', 'Café Quillmarsh', 'Velquist Arcade']],
    ['price', ['Café Quillmarsh', 'Brambleforth Books', 'Velquist Arcade']],
    ['on_sale', ['Café Quillmarsh', 'Brambleforth Books', 'Velquist Arcade']],
    ['-on_sale', ['Velquist Arcade', 'Brambleforth Books', 'Café Quillmarsh']],
  ])('is sorted by %s, page by page, each programme once', async (sort, sorted) => {
    expect(await names({ sort })).toEqual(sorted);
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => names({ sort, page, per_page: '1' })));
    expect(pages).toEqual([...sorted.map((name) => [name]), []]);
    expect((await list({ sort, page: '2', per_page: '2' })).meta).toMatchObject({ last_page: 2, from: 3, to: 3, sort });
  });

  it('has options that count its programmes', async () => {
    expect(await options()).toEqual({
      total: 3,
      kinds: [
        { value: 'alnum', label: 'Code', count: 1 },
        { value: 'numeric', label: 'Number', count: 2 },
      ],
      levels: [
        { value: 'Premium', label: 'Premium', count: 1 },
        { value: 'Standard', label: 'Standard', count: 2 },
      ],
      countries: [
        { value: 'CA', label: 'Canada', count: 1 },
        { value: 'GB', label: 'United Kingdom', count: 1 },
        { value: 'US', label: 'United States', count: 2 },
      ],
      currencies: [
        { value: 'GBP', label: 'British Pound', count: 1 },
        { value: 'USD', label: 'US Dollar', count: 2 },
      ],
    });
  });

  it.each([
    ['suspended programme', 'programmes', 'suspended', 'active', cafe.programme_id],
    ['paused batch', 'batches', 'paused', 'approved', cafe.batch_id],
  ])('leaves out a %s at once', async (_, table, off, on, id) => {
    await sql`update ${sql(table)} set state = ${off} where id = ${id}`;
    expect(await renewed(names)).toEqual(['Velquist Arcade', 'Brambleforth Books']);
    expect((await list({ q: '7074' })).message).toBe('Not a programme sold here.');
    expect((await options()).total).toBe(2);
    await sql`update ${sql(table)} set state = ${on} where id = ${id}`;
    expect(await renewed(names)).toHaveLength(3);
  });

  it('leaves out expired cards from the day after, and their programme with the last one', async () => {
    const expires = (day: string | null, face: number) =>
      sql`update cards set expires_on = ${day} where batch_id = ${cafe.batch_id} and face_cents = ${face}`;
    await expires(dayIn(0), 1000);
    await expires(dayIn(0), 2500);
    expect((await renewed(() => list({ q: 'cafe' }))).data).toMatchObject([{ on_sale: 2, from_price_cents: 950 }]);
    await expires(dayIn(-1), 1000);
    expect((await renewed(() => list({ q: 'cafe' }))).data).toMatchObject([{ on_sale: 1, from_price_cents: 2375 }]);
    await expires(dayIn(-1), 2500);
    expect(await renewed(names)).toEqual(['Velquist Arcade', 'Brambleforth Books']);
    await expires(null, 1000);
    await expires(null, 2500);
    expect(await renewed(names)).toHaveLength(3);
  });

  it('counts right straight after a sale, the last sale and a return', async () => {
    const cards = await sql<{ id: string }[]>`
      select id from cards where batch_id = ${cafe.batch_id} order by price_cents`;
    const buy = async (id: string) => (await shop.as(buyer)(placeOrder, { body: { ids: [id] } })).body.data.id;
    const first = await buy(cards[0]!.id);
    expect((await list({ q: '7074' })).data).toMatchObject([{ on_sale: 1, from_price_cents: 2375 }]);
    const second = await buy(cards[1]!.id);
    expect(await renewed(() => names({ sort: 'name' }))).toEqual(['Brambleforth Books', 'Velquist Arcade']);
    expect((await options()).kinds).toContainEqual({ value: 'numeric', label: 'Number', count: 1 });
    for (const [order, card] of [
      [first, cards[0]!.id],
      [second, cards[1]!.id],
    ] as const)
      await shop.as(buyer)(returnCard, { params: { id: order, card_id: card } });
    expect((await renewed(() => list({ q: '7074' }))).data).toMatchObject([{ on_sale: 2, from_price_cents: 950 }]);
  });
});

it('answers in the language of the reader', async () => {
  const { body } = await shop.request(contract.listPrefixes, {
    query: { q: '7074' },
    token: buyer.token,
    headers: { 'accept-language': 'de' },
  });
  expect(body.data).toMatchObject([{ redemption: 'An der Kasse.' }]);
});

it.each(['4012888888881881', '4012 8888 8888 1881', '378282246310005', 'visa 4012888888881881', 'Somebody Else'])(
  'answers %s with the same sentence, and neither stores nor logs it',
  async (q) => {
    shop.logged.length = 0;
    const written = await writtenRows();
    const { status, body } = await shop.as(buyer)(contract.listPrefixes, { query: { q } });
    expect([status, body.data, body.meta.total, body.message]).toEqual([200, [], 0, 'Not a programme sold here.']);
    expect(shop.logged.join('')).not.toMatch(/4012|8888|1881|378282|Somebody/);
    expect(JSON.stringify(body)).not.toMatch(/4012|8888|1881|378282|Somebody/);
    expect(await writtenRows()).toEqual(written);
  },
);

/** The rows of each table but those that record that somebody is signed in, and which transaction was the last to write one. */
async function writtenRows() {
  const [{ all }] = await sql<[{ all: string }]>`
    select string_agg(format('select %L, count(*), max(xmin::text::bigint) from %I.%I', relid, schemaname, relname),
      ' union all ') as all
    from pg_stat_user_tables where relname not in ('sessions', 'devices', 'throttles')`;
  return sql.unsafe(`${all} order by 1`);
}

it.each<[Record<string, string>, string]>([
  [{ sort: 'cheap' }, 'sort'],
  [{ kind: 'bank' }, 'kind'],
  [{ level: 'Gold' }, 'level'],
  [{ country: 'usa' }, 'country'],
  [{ currency: 'dollar' }, 'currency'],
  [{ page: '0' }, 'page'],
  [{ per_page: '101' }, 'per_page'],
  [{ q: 'x'.repeat(101) }, 'q'],
  [{ q: 'a\u0000b' }, 'q'],
])('refuses the query %j', async (query, field) => {
  const { status, body } = await shop.as(buyer)(contract.listPrefixes, { query: query as never });
  expect(status).toBe(422);
  expect(body.errors).toHaveProperty(field);
});

it('is for active buyers only', async () => {
  const newcomer = await shop.createUser({ active: false });
  for (const call of [contract.listPrefixes, contract.prefixOptions]) {
    expect((await shop.as(null)(call)).status).toBe(401);
    expect((await shop.as(newcomer)(call)).status).toBe(403);
  }
});

it('leaves out a retired programme', async () => {
  const { programme_id } = await staff.onSale([{ code: codeNumber(next++) }], { programme: { name: 'Gone for Good' } });
  expect(await renewed(() => names({ q: 'gone' }))).toEqual(['Gone for Good']);
  await sql`update programmes set state = 'retired' where id = ${programme_id}`;
  expect(await renewed(() => names({ q: 'gone' }))).toEqual([]);
});
