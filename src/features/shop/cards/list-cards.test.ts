import { describe, expect, it } from 'vitest';
import * as contract from '#contracts/shop/cards.ts';
import { listFaces } from '#contracts/shop/home.ts';
import { listPrefixes } from '#contracts/shop/prefixes.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const staff = await createStaff(shop);
const buyer = await shop.createUser();
const list = (query: Record<string, string> = {}) => shop.as(buyer)(contract.listCards, { query });

let next = 0;
const cards = (faces: string[]) => faces.map((face) => ({ code: codeNumber(next++), face }));
const numericCards = (prefix: string, faces: string[]) =>
  faces.map((face) => ({ code: prefix + String(next++ * 7_919).padStart(10, '0'), face, pin: '' }));

const books = await staff.onSale(cards(['10.00', '25.00', '25.00', '50.00', '10.00', '25.00', '50.00']), {
  programme: { name: 'Brambleforth Books', country: 'GB', currency: 'GBP', level: 'Standard' },
  batch: { discount_bp: 500, usd_e9: 1_270_000_000 },
});
const games = await staff.onSale(cards(['10.00', '25.00', '50.00', '50.00', '10.00', '10.00']), {
  programme: { name: 'Velquist Arcade', country: 'US', currency: 'USD', level: 'Plus' },
  batch: { discount_bp: 800 },
});
await staff.onSale(numericCards('707412', ['10.00', '25.00', '50.00', '10.00']), {
  programme: {
    name: 'Café Quillmarsh',
    country: 'US',
    currency: 'USD',
    level: 'Premium',
    code_format: { code: { kind: 'numeric', length: 16, prefix: '707412' }, pin: null },
  },
  batch: { discount_bp: -200 },
});
const TOTAL = 17;

async function everyPage(query: Record<string, string>) {
  const pages: contract.Card[][] = [];
  const seen: (string | null)[] = [];
  let link: string | null = `/api/cards?${new URLSearchParams(query)}`;
  while (link) {
    const asked: Record<string, string> = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
    const { status, body } = await list(asked);
    expect(status).toBe(200);
    pages.push(body.data);
    seen.push(body.links.prev);
    link = body.links.next;
    expect(pages.length).toBeLessThan(50);
  }
  return { pages, cards: pages.flat(), prevs: seen };
}

describe('the cards on sale', () => {
  it('are shown newest first with what they are, and never a secret', async () => {
    const { body } = await list();
    expect(body.data).toHaveLength(TOTAL);
    expect(body.meta).toEqual({ per_page: 20, sort: 'newest' });
    expect(body.links).toEqual({ prev: null, next: null });
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    const card = body.data.find(
      ({ programme, face_cents }) => programme.id === books.programme_id && face_cents === 2500,
    );
    expect(card).toEqual({
      id: expect.any(String),
      programme: { id: books.programme_id, name: 'Brambleforth Books' },
      prefix: null,
      level: 'Standard',
      country: 'GB',
      currency: 'GBP',
      face_cents: 2500,
      price_cents: 3016,
      discount_bp: 500,
      expires_on: null,
      ends_soon: false,
    });
  });

  it.each<[Record<string, string>, number]>([
    [{ q: 'books' }, 7],
    [{ q: 'cafe quill' }, 4],
    [{ q: 'united states' }, 10],
    [{ q: 'british pound' }, 7],
    [{ q: 'premium usd' }, 4],
    [{ q: '7074' }, 4],
    [{ q: 'nothing like it' }, 0],
    [{ q: '%' }, 0],
    [{ programme_id: games.programme_id }, 6],
    [{ programme_id: '00000000-0000-7000-8000-000000000000' }, 0],
    [{ prefix: '70' }, 4],
    [{ prefix: '71' }, 0],
    [{ country: 'US' }, 10],
    [{ currency: 'GBP' }, 7],
    [{ level: 'Plus' }, 6],
    [{ level: 'Plus', country: 'GB' }, 0],
    [{ face_min: '2500' }, 10],
    [{ face_min: '2500', face_max: '2500' }, 5],
    [{ price_max: '1020' }, 5],
    [{ price_min: '5000', price_max: '6000' }, 1],
    [{ discount_min: '500' }, 13],
    [{ discount_min: '501', country: 'US', face_max: '1000' }, 3],
  ])('are filtered by %j', async (query, count) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(count);
    if (count > 3) expect((await everyPage({ ...query, per_page: '3', sort: 'price' })).cards).toHaveLength(count);
  });

  const keys: Record<(typeof contract.cardSorts)[number], (card: contract.Card) => number> = {
    newest: () => 0,
    price: (card) => card.price_cents,
    '-price': (card) => -card.price_cents,
    discount: (card) => -card.discount_bp,
    face: (card) => card.face_cents,
    '-face': (card) => -card.face_cents,
  };

  it.each(contract.cardSorts)('are sorted by %s, page by page, forwards and backwards, each once', async (sort) => {
    for (const filter of [{}, { country: 'US' }, { currency: 'GBP' }] as Record<string, string>[]) {
      const whole = (await list({ ...filter, sort, per_page: '100' })).body.data;
      const sorted = whole.map(keys[sort]);
      expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
      const { pages, cards: paged, prevs } = await everyPage({ ...filter, sort, per_page: '3' });
      expect(paged).toEqual(whole);
      expect(prevs[0]).toBeNull();
      for (const [at, prev] of prevs.entries()) {
        if (at === 0) continue;
        const back = await list(Object.fromEntries(new URLSearchParams(prev!.split('?')[1])));
        expect(back.body.data).toEqual(pages[at - 1]);
      }
    }
  });

  it('keep the filters in the links', async () => {
    const { body } = await list({ q: 'usd', sort: '-price', per_page: '2', face_min: '1000' });
    const url = new URL(body.links.next!, 'http://localhost');
    expect(url.pathname).toBe('/api/cards');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'usd',
      sort: '-price',
      per_page: '2',
      face_min: '1000',
      cursor: expect.any(String),
    });
  });

  it('leave out what was sold, and a page goes on where it was', async () => {
    const first = await list({ per_page: '3' });
    await shop.sql`update cards set state = 'sold' where id = ${first.body.data[2]!.id}`;
    const again = await list(Object.fromEntries(new URLSearchParams(first.body.links.next!.split('?')[1])));
    const rest = (await list({ per_page: '100' })).body.data;
    expect(rest).toHaveLength(TOTAL - 1);
    expect(again.body.data).toEqual(rest.slice(2, 5));
    await shop.sql`update cards set state = 'available' where id = ${first.body.data[2]!.id}`;
  });

  it('are found by what staff say of their brand', async () => {
    await shop.sql`
      insert into brand_categories values ('reading', '{"en": "Reading", "de": "Lesestoff"}', '{paperbacks}')`;
    await shop.sql`
      update brands set categories = '{reading}', synonyms = '{bramble}' where name = 'Brambleforth Books'`;
    shop.ctx.catalogue.forget();
    const found: Record<string, string>[] = [
      { q: 'lesestoff' },
      { q: 'paperbacks gbp' },
      { q: 'bramble' },
      { category: 'reading' },
    ];
    for (const query of found) expect((await list(query)).body.data).toHaveLength(7);
    expect((await list({ category: 'games' })).body.data).toEqual([]);
    expect((await list({ category: 'No slug' })).body.errors).toHaveProperty('category');
  });

  it.each<[Record<string, string>, string]>([
    [{ sort: 'cheap' }, 'sort'],
    [{ per_page: '0' }, 'per_page'],
    [{ per_page: '101' }, 'per_page'],
    [{ face_min: '-1' }, 'face_min'],
    [{ price_max: '1e3' }, 'price_max'],
    [{ discount_min: '9001' }, 'discount_min'],
    [{ programme_id: '1' }, 'programme_id'],
    [{ prefix: '41x' }, 'prefix'],
    [{ country: 'usa' }, 'country'],
    [{ level: 'Gold' }, 'level'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('["price","next",1,"x"]').toString('base64url'), sort: 'price' }, 'cursor'],
    [
      {
        cursor: Buffer.from('["newest","next","0194f3c2-1111-7111-8111-411111111111"]').toString('base64url'),
        sort: 'price',
      },
      'cursor',
    ],
  ])('refuse the query %j', async (query, field) => {
    const { status, body } = await list(query);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });

  it('are for active buyers only', async () => {
    const newcomer = await shop.createUser({ active: false });
    for (const call of [contract.listCards, contract.cardOptions, listPrefixes]) {
      expect((await shop.as(null)(call)).status).toBe(401);
      expect((await shop.as(newcomer)(call)).status).toBe(403);
    }
  });
});

it('the search options count what is on sale', async () => {
  const { body } = await shop.as(buyer)(contract.cardOptions);
  expect(body.data).toMatchObject({
    total: TOTAL,
    countries: [
      { value: 'GB', label: 'United Kingdom', count: 7 },
      { value: 'US', label: 'United States', count: 10 },
    ],
    levels: [
      { value: 'Standard', count: 7 },
      { value: 'Plus', count: 6 },
      { value: 'Premium', count: 4 },
    ],
    face_cents: { min: 1000, max: 5000 },
    price_cents: { min: 920, max: 6033 },
  });
  expect(body.data.programmes.map(({ label, count }) => [label, count])).toEqual([
    ['Brambleforth Books', 7],
    ['Café Quillmarsh', 4],
    ['Velquist Arcade', 6],
  ]);
});

it.each([
  [{}, TOTAL],
  [{ country: 'GB' }, 7],
  [{ q: 'velquist', face_min: '5000' }, 2],
  [{ currency: 'USD', face_max: '2500' }, 7],
  [{ q: 'nothing like it' }, 0],
  [{ price_max: '1000' }, undefined],
  [{ country: 'GB', discount_min: '100' }, undefined],
  [{ price_min: '2000', price_max: '2500', discount_min: '1' }, undefined],
])('the search options count what %j finds', async (query, count) => {
  const { found } = (await shop.as(buyer)(contract.cardOptions, { query })).body.data;
  expect(found).toBe((await list({ ...query, per_page: '100' })).body.data.length);
  expect(found).toBe(count ?? found);
});

const onSaleNow = async () => {
  shop.ctx.catalogue.forget();
  return (await shop.as(buyer)(contract.cardOptions)).body.data.total;
};

it.each([
  ['a suspended programme', 'programmes', 'suspended', 'active', games.programme_id],
  ['a paused batch', 'batches', 'paused', 'approved', games.batch_id],
])('%s lists and counts nothing, and the pages stay full', async (_, table, off, on, id) => {
  await shop.sql`update ${shop.sql(table)} set state = ${off} where id = ${id}`;
  const { cards: left, pages } = await everyPage({ per_page: '4' });
  expect(left).toHaveLength(TOTAL - 6);
  expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
  expect((await list({ programme_id: games.programme_id, sort: 'price' })).body.data).toEqual([]);
  expect(await onSaleNow()).toBe(TOTAL - 6);
  expect((await shop.as(buyer)(listPrefixes)).body.meta.total).toBe(2);
  await shop.sql`update ${shop.sql(table)} set state = ${on} where id = ${id}`;
  expect(await onSaleNow()).toBe(TOTAL);
});

const dayIn = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

describe('a card with an expiry date', async () => {
  const expires = (day: string | null) =>
    shop.sql`update cards set expires_on = ${day} where batch_id = ${games.batch_id} and face_cents = 2500`;
  const [found] = await shop.sql<{ id: string }[]>`
    select id from cards where batch_id = ${games.batch_id} and face_cents = 2500`;
  const listed = async (query: Record<string, string> = {}) =>
    (await list(query)).body.data.find(({ id }) => id === found!.id);

  it('is neither listed nor counted from the day after', async () => {
    await expires(dayIn(-1));
    for (const query of [{}, { sort: 'price' }, { face_min: '2500' }] as Record<string, string>[])
      expect(await listed(query)).toBeUndefined();
    expect(await onSaleNow()).toBe(TOTAL - 1);
    await expires(dayIn(0));
    expect((await listed())?.expires_on).toBe(dayIn(0));
    expect(await onSaleNow()).toBe(TOTAL);
  });

  it.each([
    [0, true],
    [30, true],
    [31, false],
    [null, false],
  ])('that is %s days away is marked: %s', async (days, marked) => {
    await expires(days === null ? null : dayIn(days));
    expect((await listed())?.ends_soon).toBe(marked);
    expect((await listed({ sort: 'price' }))?.ends_soon).toBe(marked);
  });
});

it('shows visitors four of its brands at most, each by one card that is on sale', async () => {
  const { status, body } = await shop.as(null)(listFaces);
  expect(status).toBe(200);
  const names = body.data.map(({ programme }) => programme);
  expect(names).toEqual([...new Set(names)].sort());
  expect(body.data).toHaveLength(Math.min(4, names.length));
  expect(body.data.find(({ programme }) => programme === 'Velquist Arcade')).toMatchObject({
    face_cents: 1000,
    currency: 'USD',
    level: 'Plus',
  });
});
