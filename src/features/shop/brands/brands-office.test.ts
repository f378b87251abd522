import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallInput } from '#contracts/call.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import * as contract from '#contracts/shop/brands.ts';
import { proposeProgramme } from '#contracts/supply/programmes.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;
const office = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
const buyer = shop.as(await shop.createUser());
const importer = shop.as(await shop.createUser({ role: 'admin', duties: ['importer'] }));
const { programmeFacts } = await createStaff(shop);
const propose = (name: string) => importer(proposeProgramme, { body: programmeFacts({ name }) });

/** A brand with a programme of its name that has a card on sale. */
async function brand() {
  const [card] = await addCards(shop);
  const [row] = await sql<[{ id: string; slug: string; name: string; programme_id: string }]>`
    select b.id, b.slug, b.name, p.id as programme_id from cards c join programmes p on p.id = c.programme_id
    join brands b on b.id = p.brand_id where c.id = ${card!.id}`;
  shop.ctx.catalogue.forget();
  shop.ctx.brands.forget();
  return row;
}

const change = (id: string, body: CallInput<typeof contract.changeBrand>['body'] & object) =>
  office(contract.changeBrand, { params: { id }, body });
const page = (slug: string) => buyer(contract.getBrand, { params: { slug } });
const audited = async (action: string, subject: string) =>
  (
    await sql<
      { details: object }[]
    >`select details from audit_entries where action = ${action} and subject = ${subject} order by id`
  ).map(({ details }) => details);

it('staff describes a brand, and buyers read it at once', async () => {
  const { id, slug, name } = await brand();
  await page(slug);
  await office(contract.saveBrandCategory, {
    params: { slug: 'toys' },
    body: { names: { en: 'Toys', de: 'Spielzeug' }, synonyms: ['dolls'] },
  });
  const body = {
    name: `${name} & Sons`,
    about: 'Toys.\nSince 1890.',
    translations: { de: { about: 'Spielzeug.' } },
    categories: ['toys'],
    synonyms: ['teddies'],
  };
  const { status, body: reply } = await change(id, body);
  expect([status, reply.data]).toEqual([200, { id, slug, ...body, old_slugs: [], programmes: [expect.anything()] }]);
  expect((await page(slug)).body.data).toMatchObject({
    name: body.name,
    about: body.about,
    categories: [{ slug: 'toys', name: 'Toys' }],
  });
  const found = await office(contract.listOfficeBrands, { query: { q: 'TEDDIES' } });
  expect(found.body.data).toEqual([{ id, slug, name: body.name, categories: ['toys'], programmes: 1 }]);
  expect(await audited('brand.changed', id)).toEqual([
    {
      name: body.name,
      name_before: name,
      about_before: '',
      translations_before: '{}',
      categories_before: [],
      synonyms_before: [],
    },
  ]);
});

it('a brand with a new slug is still found under the old ones, and can go back to one of them', async () => {
  const { id, slug } = await brand();
  const other = await brand();
  expect((await change(id, { slug: 'second' })).body.data).toMatchObject({ slug: 'second', old_slugs: [slug] });
  expect((await page(slug)).body.data.slug).toBe('second');
  for (const taken of [slug, 'second', other.slug]) {
    const { status, body } = await change(taken === other.slug ? id : other.id, { slug: taken });
    expect([status, body.errors]).toEqual([422, { slug: ['Another brand has or had this address.'] }]);
  }
  expect((await change(id, { slug })).body.data).toMatchObject({ slug, old_slugs: ['second'] });
  expect((await page('second')).body.data.slug).toBe(slug);
  expect((await change(id, { slug: 'Not A Slug' })).status).toBe(422);
});

it('names belong to one brand, and categories must be there', async () => {
  const [one, other] = [await brand(), await brand()];
  const named = await change(one.id, { name: other.name });
  expect([named.status, named.body.errors]).toEqual([422, { name: ['Another brand has this name.'] }]);
  expect((await office(contract.addBrand, { body: { name: other.name } })).status).toBe(422);
  expect((await change(one.id, { categories: ['no-such'] })).status).toBe(422);
  for (const name of ['Two\nlines', '\u202eecyoJ', 'A \u2066B'])
    for (const { body } of [await change(one.id, { name }), await propose(name)])
      expect(body.errors).toEqual({ name: [expect.any(String)] });
  expect((await change(randomUUID(), { about: '' })).status).toBe(404);
});

it.for<[string, string, string]>([
  ['another case and punctuation', 'Quillmarsh', 'QUILL-MARSH'],
  ['accents', 'Cafe Nero', 'Café Néro'],
  ['Cyrillic letters', 'Oakspire', 'Оаkspirе'],
  ['a figure for a letter', 'Bloomfield', 'B100mfield'],
  ['letters that melt into another', 'Harmony Home', 'Harrnony Home'],
  ['a wide form', 'Velquist', 'Ｖｅｌｑｕｉｓｔ'],
])('a name that differs from another brand by %s is refused', async ([, name, alike]) => {
  const [one, other] = [await brand(), await brand()];
  expect((await change(one.id, { name })).status).toBe(200);
  const refused = [
    await change(other.id, { name: alike }),
    await office(contract.addBrand, { body: { name: alike } }),
    await propose(alike),
  ];
  const sentence = `Buyers could take this name for the brand “${name}”. Choose another one.`;
  for (const { status, body } of refused) expect([status, body.errors?.name]).toEqual([422, [sentence]]);
  // Its own name may change like that.
  expect((await change(one.id, { name: alike })).status).toBe(200);
});

it.each([
  ['brand', 'Marlowick', 'Marl0wick', (name: string) => office(contract.addBrand, { body: { name } })],
  ['programme', 'Tarnbrook', 'Tarnbr00k', propose],
] as const)(
  'of two names that look alike, only the first is added, however close together they come: a %s',
  async (_kind, first, second, add) => {
    await brand();
    const { later } = await sql.begin(async (tx) => {
      await tx`select from brands order by id for update`;
      const later = add(second);
      // Of this database: pg_locks tells of all.
      const waiting = () => sql`
        select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      await expect.poll(waiting).not.toHaveLength(0);
      await tx`select brand_named(${first})`;
      return { later };
    });
    expect((await later).status).toBe(422);
  },
);

it('a new programme joins the brand of its name, or makes one', async () => {
  const { id, name, programme_id } = await brand();
  await office(contract.moveProgramme, { params: { id: (await brand()).id }, body: { programme_id } });
  await sql`update programmes set name = 'Renamed since' where id = ${programme_id}`;
  const [joins, makes] = [await propose(name), await propose('Wholly New')];
  expect([joins.status, makes.status]).toEqual([201, 201]);
  const rows = await sql`
    select b.id, b.name from programmes p join brands b on b.id = p.brand_id
    where p.id in (${joins.body.data.id}, ${makes.body.data.id}) order by p.id`;
  expect(rows).toEqual([
    { id, name },
    { id: expect.any(String), name: 'Wholly New' },
  ]);
});

it('other publishers and approvers learn what was renamed or moved, by whom, and from what', async () => {
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const [one, other] = [await brand(), await brand()];
  await change(one.id, { name: 'Second Name', slug: 'second-address' });
  await change(one.id, { about: 'Only words.' });
  for (const _ of [1, 2])
    await office(contract.moveProgramme, { params: { id: one.id }, body: { programme_id: other.programme_id } });
  const { data } = (await shop.as(approver)(listNotifications, { query: {} })).body;
  expect(data.map(({ content }) => content)).toEqual([
    expect.stringMatching(new RegExp(`moved the programme .* from “${other.name}” to “Second Name”`)),
    expect.stringContaining(`renamed “${one.name}” to “Second Name”`),
  ]);
  expect((await audited('brand.changed', one.id))[0]).toEqual({
    name: 'Second Name',
    name_before: one.name,
    slug: 'second-address',
    slug_before: one.slug,
  });
});

it('a programme moves to another brand and back, and a brand without programmes can go', async () => {
  const [one, other] = [await brand(), await brand()];
  const move = (id: string, programme_id: string) =>
    office(contract.moveProgramme, { params: { id }, body: { programme_id } });
  const remove = (id: string) => office(contract.removeBrand, { params: { id } });
  expect((await move(one.id, other.programme_id)).body.data.programmes).toHaveLength(2);
  expect((await page(one.slug)).body.data.programmes).toHaveLength(2);
  expect((await page(other.slug)).status).toBe(404);
  await move(other.id, other.programme_id);
  expect((await page(other.slug)).body.data.programmes).toHaveLength(1);
  expect(await audited('brand.programme_moved', one.id)).toEqual([
    expect.objectContaining({ programme_id: other.programme_id, from_brand_id: other.id }),
  ]);
  expect((await remove(other.id)).status).toBe(409);
  await move(one.id, other.programme_id);
  expect((await remove(other.id)).status).toBe(204);
  expect((await remove(other.id)).status).toBe(404);
  expect((await move(one.id, randomUUID())).status).toBe(404);
  expect((await move(other.id, one.programme_id)).status).toBe(404);
  const added = await office(contract.addBrand, { body: { name: other.name } });
  expect([added.status, added.body.data]).toMatchObject([201, { slug: other.slug, programmes: [] }]);
});

it('a category that goes is taken off its brands', async () => {
  const { id, slug } = await brand();
  const params = { slug: 'short-lived' };
  const save = (names: Record<string, string>) =>
    office(contract.saveBrandCategory, { params, body: { names, synonyms: [] } });
  expect((await save({ de: 'Nur deutsch' })).status).toBe(422);
  expect((await save({ en: 'Short-lived' })).status).toBe(204);
  await change(id, { categories: ['short-lived'] });
  expect((await save({ en: 'Brief' })).status).toBe(204);
  expect((await page(slug)).body.data.categories).toEqual([{ slug: 'short-lived', name: 'Brief' }]);
  const { body } = await office(contract.listBrandCategories);
  expect(body.data).toContainEqual({ slug: 'short-lived', names: { en: 'Brief' }, synonyms: [], brands: 1 });
  expect((await office(contract.removeBrandCategory, { params })).status).toBe(204);
  expect((await page(slug)).body.data.categories).toEqual([]);
  expect((await office(contract.removeBrandCategory, { params })).status).toBe(404);
});
