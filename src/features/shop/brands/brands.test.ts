import { describe, expect, it } from 'vitest';
import * as contract from '#contracts/shop/brands.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { subtractDepartures } from '../cards/subtract-departures.ts';
import { notePrices } from './history/note-prices.ts';

const shop = await createTestShop();
const { sql, ctx } = shop;
const staff = await createStaff(shop);
const buyer = await shop.createUser({ tier: 0, balance_cents: 15_000 });

let next = 0;
const cards = (faces: string[]) => faces.map((face) => ({ code: codeNumber(next++), face }));

const books = await staff.onSale(cards(['10.00', '25.00', '25.00', '50.00']), {
  programme: {
    name: 'Brambleforth Books',
    country: 'GB',
    currency: 'GBP',
    other_countries: ['IE'],
    redemption_translations: { de: 'Code an der Kasse zeigen.' },
    barcode: 'qr',
  },
  batch: { discount_bp: 500, usd_e9: 1_270_000_000 },
});
const american = await staff.onSale(cards(['10.00', '50.00']), {
  programme: { name: 'Brambleforth Books (US)', country: 'US', currency: 'USD' },
  batch: { discount_bp: 800 },
});
await staff.onSale(cards(['50.00']), {
  programme: { name: 'Café Quillmarsh', country: 'US', currency: 'USD', level: 'Premium' },
  batch: { discount_bp: -200 },
});
await staff.activeProgramme({ name: 'Nothing in Stock' });
await sql`insert into brand_categories values ('books', '{"en": "Books", "de": "Bücher"}', '{reading}')`;
await sql`
  update brands set about = 'Bookshops.', translations = '{"de": {"about": "Buchläden."}}', categories = '{books}',
    synonyms = '{paperbacks}'
  where slug = 'brambleforth-books'`;
await sql`
  update programmes set brand_id = (select id from brands where slug = 'brambleforth-books')
  where id = ${american.programme_id}`;
forget();

function forget() {
  ctx.catalogue.forget();
  ctx.brands.forget();
}

const list = async (query: Record<string, string> = {}) => (await shop.as(buyer)(contract.listBrands, { query })).body;
const names = async (query: Record<string, string> = {}) => (await list(query)).data.map(({ name }) => name);
const page = (slug: string, user = buyer) => shop.as(user)(contract.getBrand, { params: { slug } });

describe('the brands on offer', () => {
  it('show their values, saving and the price they start at, those without stock last', async () => {
    const { data, meta } = await list();
    expect(data.map(({ name, on_sale }) => [name, on_sale])).toEqual([
      ['Brambleforth Books', 6],
      ['Café Quillmarsh', 1],
      ['Nothing in Stock', 0],
    ]);
    expect(data[0]).toEqual({
      slug: 'brambleforth-books',
      name: 'Brambleforth Books',
      categories: [{ slug: 'books', name: 'Books' }],
      color_from: '#112233',
      color_to: '#445566',
      motif: 'waves',
      countries: ['GB', 'IE', 'US'],
      currencies: ['GBP', 'USD'],
      price_from_cents: 920,
      best_discount_bp: 800,
      values: [
        ...[1000, 2500, 5000].map((face_cents) => ({ currency: 'GBP', face_cents })),
        ...[1000, 5000].map((face_cents) => ({ currency: 'USD', face_cents })),
      ],
      on_sale: 6,
      can_buy: true,
    });
    expect(data[1]).toMatchObject({ slug: 'cafe-quillmarsh', price_from_cents: 5100, can_buy: false });
    expect(data[2]).toMatchObject({ price_from_cents: null, values: [], can_buy: false });
    expect(meta).toMatchObject({
      total: 3,
      nearest: false,
      categories: [{ value: 'books', label: 'Books', count: 1 }],
      currencies: [{ value: 'GBP' }, { value: 'EUR' }, { value: 'USD', label: 'US Dollar', count: 2 }].sort(),
    });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ q: 'brambleforth' }, ['Brambleforth Books']],
    [{ q: 'PAPERBACKS' }, ['Brambleforth Books']],
    [{ q: 'bücher' }, ['Brambleforth Books']],
    [{ q: 'cafe' }, ['Café Quillmarsh']],
    [{ q: 'brambelforth' }, ['Brambleforth Books']],
    [{ q: 'paperbaks irland' }, ['Brambleforth Books']],
    [{ q: 'britisches pfund' }, ['Brambleforth Books']],
    [{ q: 'us dollar' }, ['Brambleforth Books', 'Café Quillmarsh']],
    [{ q: 'cafe', country: 'GB' }, ['Café Quillmarsh']],
    [{ country: 'IE' }, ['Brambleforth Books']],
    [{ country: 'US', currency: 'GBP' }, []],
    [{ category: 'books', currency: 'USD' }, ['Brambleforth Books']],
  ])('are found by %o', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('are found by the first eight words of a long text', async () => {
    const first = 'brambleforth books paperbacks reading british pound united kingdom';
    expect(await names({ q: `${first} and so on` })).toEqual(['Brambleforth Books']);
    expect((await list({ q: `${first} and so on` })).meta.nearest).toBe(false);
    expect((await list({ q: 'brambleforth and so on' })).meta.nearest).toBe(true);
  });

  it('come closest where nothing fits', async () => {
    const { data, meta } = await list({ q: 'quillmarsh submarine' });
    expect(data.map(({ name }) => name)).toEqual(['Café Quillmarsh']);
    expect(meta.nearest).toBe(true);
  });
});

describe('a brand', () => {
  it('shows its programmes with the cheapest price of each value, and what a reader may not buy', async () => {
    const { status, body } = await page('brambleforth-books');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Brambleforth Books', about: 'Bookshops.', faqs: [] });
    expect(body.data.rate).toEqual([{ currency: 'GBP', usd: '1.27', at: expect.any(String) }]);
    const [british, us] = body.data.programmes;
    expect(british).toMatchObject({
      id: books.programme_id,
      kind: 'alnum',
      has_pin: true,
      barcode: 'qr',
      guarantee_hours: 24,
      redemption_text: 'Show the code at the till.',
      other_countries: ['IE'],
      terms_url: expect.any(String),
    });
    expect(british!.values).toEqual([
      { face_cents: 1000, price_cents: 1207, discount_bp: 500, on_sale: 1, worth_cents: 1270, over_limit: null },
      { face_cents: 2500, price_cents: 3016, discount_bp: 500, on_sale: 2, worth_cents: 3175, over_limit: null },
      { face_cents: 5000, price_cents: 6033, discount_bp: 500, on_sale: 1, worth_cents: 6350, over_limit: 'one_order' },
    ]);
    expect(us!.values[0]).toMatchObject({ price_cents: 920, worth_cents: null });
  });

  it('is told in the language of the reader', async () => {
    const { body } = await shop.request(contract.getBrand, {
      params: { slug: 'brambleforth-books' },
      token: buyer.token,
      headers: { 'accept-language': 'de' },
    });
    expect(body.data).toMatchObject({ about: 'Buchläden.', categories: [{ name: 'Bücher' }] });
    expect(body.data.programmes[0]!.redemption_text).toBe('Code an der Kasse zeigen.');
  });

  it('offers by value no cards that end within 30 days; those are told of in the list of single cards', async () => {
    const soon = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
    await sql`
      update cards set expires_on = ${soon} where id = (
        select id from cards where programme_id = ${books.programme_id} and face_cents = 2500 order by id limit 1)`;
    forget();
    const { on_sale, programmes } = (await page('brambleforth-books')).body.data;
    expect([on_sale, programmes[0]!.values.map((value) => value.on_sale)]).toEqual([6, [1, 1, 1]]);
    await sql`update cards set expires_on = ${soon} where programme_id = ${books.programme_id} and face_cents = 2500`;
    forget();
    const [british] = (await page('brambleforth-books')).body.data.programmes;
    expect(british!.values.map(({ face_cents }) => face_cents)).toEqual([1000, 5000]);
    await sql`update cards set expires_on = null where programme_id = ${books.programme_id}`;
    forget();
  });

  it('is found under the slug it had before, and no other', async () => {
    await sql`insert into brand_slugs select 'old-books', id from brands where slug = 'brambleforth-books'`;
    forget();
    expect((await page('old-books')).body.data.slug).toBe('brambleforth-books');
    expect((await page('no-such-brand')).status).toBe(404);
    expect((await page('No Slug')).status).toBe(404);
  });
});

it('a programme joins the brand of its name, and a brand whose address would be the same gets a slug of its own', async () => {
  await staff.activeProgramme({ name: 'Cafe Quillmarsh 日本' });
  const rows = await sql`select slug, name from brands where slug like 'cafe-%' order by slug`;
  expect(rows).toEqual([
    { slug: 'cafe-quillmarsh', name: 'Café Quillmarsh' },
    { slug: 'cafe-quillmarsh-2', name: 'Cafe Quillmarsh 日本' },
  ]);
  await sql`update programmes set state = 'retired' where name = 'Cafe Quillmarsh 日本'`;
  await staff.activeProgramme({ name: 'Cafe Quillmarsh 日本' });
  expect(await sql`select from brands where name = 'Cafe Quillmarsh 日本'`).toHaveLength(1);
  expect(await sql`select distinct brand_id from programmes where name = 'Cafe Quillmarsh 日本'`).toHaveLength(1);
});

describe('what a page says of prices and stock', () => {
  const history = async () => (await page('brambleforth-books')).body.data;

  it('is the cheapest price of each day, for thirty days', async () => {
    await notePrices(ctx);
    await sql`update cards set price_cents = price_cents + 100 where programme_id = ${american.programme_id}`;
    await subtractDepartures(sql);
    forget();
    await notePrices(ctx);
    const today = shop.clock.now().toISOString().slice(0, 10);
    const of = (face_cents: number, price_cents: number) => ({
      day: today,
      programme_id: american.programme_id,
      face_cents,
      price_cents,
    });
    const prices = async () =>
      (await history()).price_history.filter(({ programme_id }) => programme_id === american.programme_id);
    expect(await prices()).toEqual([of(1000, 920), of(5000, 4600)]);
    shop.clock.advance(DAY_MS);
    await notePrices(ctx);
    const tomorrow = shop.clock.now().toISOString().slice(0, 10);
    expect(await prices()).toEqual([
      of(1000, 920),
      of(5000, 4600),
      ...[of(1000, 1020), of(5000, 4700)].map((each) => ({ ...each, day: tomorrow })),
    ]);
    await sql`update price_days set day = day - 29 where day = ${today}`;
    await notePrices(ctx);
    expect(await prices()).toHaveLength(2);
    expect(await sql`select from price_days where day < ${today}`).toHaveLength(0);
  });

  it('is when a card was last sold, and when cards were last put on sale', async () => {
    const before = await history();
    expect(before.last_sold_at).toBeNull();
    const [approved] = await sql<[{ at: string }]>`
      select max(decided_at) as at from proposals p join batches b on b.id = p.subject
      where b.programme_id = any(${[books.programme_id, american.programme_id]})`;
    expect(before.added_at).toBe(approved.at);
    const [card] = await sql<[{ id: string }]>`
      select id from cards where programme_id = ${american.programme_id} and face_cents = 1000`;
    const order = await shop.as(buyer)(placeOrder, { body: { ids: [card.id], expected_total_cents: 1020 } });
    expect(order.status).toBe(201);
    await notePrices(ctx);
    await notePrices(ctx);
    expect((await history()).last_sold_at).toBe(order.body.data.created_at);
  });

  it('is told with the questions of which it is the topic', async () => {
    await sql`
      insert into faqs (topic, question, answer, position, published_at)
      values ('Brambleforth books', 'Audio books too?', 'Yes.', 1, '2020-01-01'),
        ('Brambleforth books', 'A draft?', 'No.', 2, null),
        ('Paying', 'How?', 'In coins.', 3, '2020-01-01')`;
    expect((await history()).faqs).toEqual([
      { question: 'Audio books too?', answer: 'Yes.', answer_html: '<p>Yes.</p>' },
    ]);
  });
});
