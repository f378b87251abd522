import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '#contracts/call.ts';
import { cardSorts, type listCards as contract } from '#contracts/shop/cards.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import type { Actor } from '../../ctx.ts';
import { listCards } from './list-cards.ts';
import { subtractDepartures } from './subtract-departures.ts';

type Query = Input<typeof contract>['query'];
type Sort = (typeof cardSorts)[number];

const shop = await createTestShop();
const { ctx, sql } = shop;
for (const country of ['US', 'DE', 'GB'])
  for (const level of ['Standard', 'Plus'] as const) await addCards(shop, { country, level });
const batches = await sql<{ id: string; programme_id: string }[]>`select id, programme_id from batches order by id`;
const dayIn = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const card = fc.record({
  batch: fc.nat(batches.length - 1),
  face_cents: fc.constantFrom(500, 1_000, 2_500),
  price_cents: fc.constantFrom(450, 900, 950, 2_300),
  discount_bp: fc.constantFrom(-100, 0, 500),
  expires_on: fc.constantFrom(null, null, dayIn(-1), dayIn(0), dayIn(20)),
  state: fc.constantFrom(...Array(5).fill('available'), 'unconfirmed'),
});
const text = fc.constantFrom<Query>(
  {},
  {},
  { q: 'standard' },
  { q: 'united states' },
  { q: 'nothing like it' },
  { country: 'DE' },
  { level: 'Plus' as const },
  { country: 'US', level: 'Plus' as const },
  { programme_id: batches[0]!.programme_id },
);
const fact = fc.constantFrom<Query>(
  {},
  {},
  { face_min: 1_000 },
  { face_max: 1_000 },
  { face_min: 1_000, face_max: 1_000 },
  { price_min: 901 },
  { price_max: 900 },
  { price_min: 900, price_max: 950 },
  { discount_min: 0 },
  { discount_min: 1 },
  { face_min: 1_000, price_max: 950, discount_min: 0 },
  { face_max: 500, price_min: 2_300 },
);
const filter = fc.tuple(text, fact).map(([of, facts]): Query => ({ ...of, ...facts }));
const run = fc.record({
  cards: fc.array(card, { minLength: 20, maxLength: 80, size: 'max' }),
  moves: fc.array(fc.record({ card: fc.nat(), to: fc.constantFrom('available', 'paused', 'sold', 'withdrawn') }), {
    maxLength: 12,
  }),
  off: fc.record({ programme: fc.nat(batches.length * 3), batch: fc.nat(batches.length * 3) }),
  filters: fc.array(filter, { minLength: 4, maxLength: 4 }),
  per_page: fc.integer({ min: 1, max: 7 }),
});
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

it('every filter in every order lists the same cards as a search without an index, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ filters, per_page, ...stock }) => {
      await setUp(stock);
      for (const subtracted of [false, true]) {
        if (subtracted) await subtractDepartures(sql);
        const sold = await forSale();
        await expectCounts(sold);
        for (const query of subtracted ? filters.slice(2) : filters.slice(0, 2))
          for (const sort of cardSorts) await expectPages({ ...query, sort, per_page }, expected(sold, query, sort));
      }
    }),
    { numRuns: 12, interruptAfterTimeLimit: 90_000 },
  );
});

async function setUp({ cards, moves, off }: Pick<Run, 'cards' | 'moves' | 'off'>): Promise<void> {
  await sql`delete from cards`;
  const rows = cards.map(({ batch, ...facts }, n) => ({
    ...facts,
    batch_id: batches[batch]!.id,
    programme_id: batches[batch]!.programme_id,
    issuer_confirmed: true,
    sealed: Buffer.alloc(1),
    blind_index: Buffer.alloc(32, n),
  }));
  const added = rows.length ? await sql<{ id: string }[]>`insert into cards ${sql(rows)} returning id` : [];
  // A paused card is sold only to the pre-order that it is allotted to.
  for (const move of added.length ? moves : [])
    await sql`
      update cards set state = ${move.to}
      where id = ${added[move.card % added.length]!.id} and card_may_become(state, ${move.to})
        and (state, ${move.to}) <> ('paused', 'sold')`;
  const { programme_id } = batches[off.programme] ?? { programme_id: null };
  await sql`update programmes set state = case when id = ${programme_id} then 'suspended' else 'active' end`;
  const { id: batch_id } = batches[off.batch] ?? { id: null };
  await sql`update batches set state = case when id = ${batch_id} then 'paused' else 'approved' end`;
}

interface Row {
  id: string;
  programme_id: string;
  batch_id: string;
  face_cents: number;
  price_cents: number;
  discount_bp: number;
  expires_on: string | null;
  lot_id: number;
  name: string;
  country: string;
  level: string;
}

const forSale = () => sql<Row[]>`
  select c.*, lot.id as lot_id, p.name, p.country, p.level
  from cards c join programmes p on p.id = c.programme_id join batches b on b.id = c.batch_id
    left join card_lots lot on lot.batch_id = c.batch_id and lot.face_cents = c.face_cents
      and lot.price_cents = c.price_cents
      and lot.discount_bp = c.discount_bp and nullif(lot.expires_on, 'infinity') is not distinct from c.expires_on
  where c.state = 'available' and p.state = 'active' and b.state = 'approved'
    and coalesce(c.expires_on, 'infinity') >= ${dayIn(0)}`;

const words: Record<string, (row: Row) => boolean> = {
  standard: ({ level }) => level === 'Standard',
  'united states': ({ country }) => country === 'US',
  'nothing like it': () => false,
};
const keys: Record<Sort, (row: Row) => number | string> = {
  newest: ({ batch_id }) => batch_id,
  price: ({ price_cents }) => price_cents,
  '-price': ({ price_cents }) => price_cents,
  discount: ({ discount_bp }) => discount_bp,
  face: ({ face_cents }) => face_cents,
  '-face': ({ face_cents }) => face_cents,
};

function expected(sold: readonly Row[], query: Query, sort: Sort): string[] {
  const fits = (row: Row) =>
    (query.q === undefined || words[query.q]!(row)) &&
    [undefined, row.programme_id].includes(query.programme_id) &&
    [undefined, row.country].includes(query.country) &&
    [undefined, row.level].includes(query.level) &&
    row.face_cents >= (query.face_min ?? 0) &&
    row.face_cents <= (query.face_max ?? Infinity) &&
    row.price_cents >= (query.price_min ?? 0) &&
    row.price_cents <= (query.price_max ?? Infinity) &&
    row.discount_bp >= (query.discount_min ?? -Infinity);
  const way = sort === 'price' || sort === 'face' ? 1 : -1;
  const placeOf = (row: Row) => [keys[sort](row), sort === 'newest' ? 0 : row.lot_id, row.id];
  return sold
    .filter(fits)
    .sort((a, b) => way * compare(placeOf(a), placeOf(b)))
    .map(({ id }) => id);
}

function compare(a: (number | string)[], b: (number | string)[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

/** Reads forwards to the end and back again. */
async function expectPages(query: Query & { per_page: number }, ids: readonly string[]): Promise<void> {
  const pages = Array.from({ length: Math.max(1, Math.ceil(ids.length / query.per_page)) }, (_, page) =>
    ids.slice(page * query.per_page, (page + 1) * query.per_page),
  );
  let last = await page(query, null);
  expect(last.ids).toEqual(pages[0]);
  for (const each of pages.slice(1)) {
    last = await page(query, last.next);
    expect(last.ids).toEqual(each);
  }
  expect(last.next).toBeNull();
  for (const each of pages.slice(0, -1).reverse()) {
    last = await page(query, last.prev);
    expect(last.ids).toEqual(each);
  }
  expect(last.prev).toBeNull();
}

async function page(query: Query, link: string | null) {
  const cursor = link ? new URL(link, 'http://localhost').searchParams.get('cursor')! : undefined;
  const { data, links } = await listCards(ctx, {} as Actor, { query: { ...query, cursor } } as Input<typeof contract>);
  return { ids: data.map(({ id }) => id), ...links };
}

async function expectCounts(sold: readonly Row[]): Promise<void> {
  ctx.catalogue.forget();
  const counted = await ctx.catalogue.stock();
  const held = Map.groupBy(sold, ({ programme_id }) => programme_id);
  const expectedCounts = Array.from(held, ([programme_id, rows]) => ({
    programme_id,
    on_sale: rows.length,
    face_min: Math.min(...rows.map(({ face_cents }) => face_cents)),
    face_max: Math.max(...rows.map(({ face_cents }) => face_cents)),
    price_min: Math.min(...rows.map(({ price_cents }) => price_cents)),
    price_max: Math.max(...rows.map(({ price_cents }) => price_cents)),
    discount_max: Math.max(...rows.map(({ discount_bp }) => discount_bp)),
    values: Array.from(
      Map.groupBy(rows, ({ face_cents }) => face_cents),
      ([face_cents, cards]) => expectedValue(programme_id, face_cents, cards),
    )
      .filter(({ on_sale }) => on_sale > 0)
      .sort((a, b) => a.face_cents - b.face_cents),
  }));
  expect(counted).toEqual(new Map(expectedCounts.map((stock) => [stock.programme_id, stock])));
}

/** Cards that end soon are not sold by value. The saving is that of the cheapest card, the largest of equal ones. */
function expectedValue(programme_id: string, face_cents: number, cards: readonly Row[]) {
  const prices = cards.map(({ price_cents }) => price_cents);
  const lasting = cards.filter(({ expires_on }) => expires_on === null);
  const price_cents = Math.min(...lasting.map((card) => card.price_cents));
  const cheapest = lasting.filter((card) => card.price_cents === price_cents);
  return {
    programme_id,
    face_cents,
    cards: cards.length,
    on_sale: lasting.length,
    price_cents,
    discount_bp: Math.max(...cheapest.map(({ discount_bp }) => discount_bp)),
    price_min: Math.min(...prices),
    price_max: Math.max(...prices),
    discount_max: Math.max(...cards.map(({ discount_bp }) => discount_bp)),
  };
}
