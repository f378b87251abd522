import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { newsEditor } from '#contracts/content/content.ts';
import { addCannedAnswer } from '#contracts/desk/canned-answers.ts';
import { createTicket } from '#contracts/desk/support.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { shownIn } from '#tests/support/shown-in.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const staff = await shop.createUser({ role: 'admin', duties: ['support', 'publisher', 'approver'] });
const buyer = await shop.createUser();

/** The page that comes back for a form sent without JavaScript. */
async function post(path: string, fields: Record<string, string>) {
  const response = await app.request(`http://localhost${path.replace(':id', ticket.data.id)}`, {
    method: 'POST',
    headers: {
      cookie: `facevalue=${staff.token}`,
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, html: await response.text() };
}

const { body: canned } = await shop.as(staff)(addCannedAnswer, { body: { name: 'Where', bodies: { en: 'Here.' } } });
const { body: ticket } = await shop.as(buyer)(createTicket, {
  body: { category: 'other', subject: 'A question', body: 'Where?' },
});
await shop.sql`insert into orders (user_id, total_cents, card_count) values (${buyer.id}, 100, 1)`;
await shop.sql`
  insert into alerts (kind, subject, user_ids, raised_at, last_raised_at)
  values ('payment.held_for_review', ${ticket.data.id}, ${[buyer.id]}, now(), now())`;
const desk = '/admin/tickets';

/** A form by its page, what is typed and refused, and what of it must not come back. */
const forms: [string, Record<string, string>, string[]?][] = [
  [
    `${desk}/settings`,
    {
      time_zone: 'Mars/Base',
      from_0: '18:00',
      to_0: '09:15',
      answer_2: 'soon',
      solve_3: 'late',
      close_after_days: '9999',
      holidays: 'never',
    },
    ['time_zone'],
  ],
  [
    `${desk}/categories`,
    { slug: 'card', name_en: '', name_de: 'Meine Karte', position: '77', offered: '' },
    ['offered', 'name_en'],
  ],
  [`${desk}/categories`, { slug: 'Wrong Slug', added: '1', name_en: 'New one', position: '12' }],
  [`${desk}/answers`, { id: canned.data.id, name: '', body_en: 'An answer {{wrong}}', intent: 'save' }, ['name']],
  [`${desk}/answers`, { id: '', name: '', body_de: 'Eine Antwort', intent: 'save' }, ['name', 'id']],
  [desk, { name: ' '.repeat(3), shared: 'on', intent: 'save_view' }, ['name', 'shared']],
  [desk, { ids: ticket.data.id, tag: 'two words', priority: '2', intent: 'tag' }],
  [`${desk}/:id`, { body: `x${'y'.repeat(8001)}`, intent: 'answer' }],
  [`${desk}/:id`, { body: 'My card is 4012888888881881', intent: 'note' }],
  [`${desk}/:id`, { tag: 'two words', intent: 'tag' }],
  [`${desk}/:id`, { into: '99999999', intent: 'merge' }],
  ['/admin/brands/categories', { slug: 'Wrong Slug', added: '1', name_en: 'Toys', synonyms: 'games, dolls' }],
  [
    '/admin/news/new',
    { title: '', content: 'Some news', title_de: 'Neues', published_at: '2031-01-01T10:00', intent: 'save' },
    ['title'],
  ],
  ['/admin/notices/new', { title: '', content: 'A notice', starts_at: '2031-01-01T10:00', intent: 'save' }, ['title']],
  [
    '/admin/faq/new',
    {
      topic: 'Paying',
      question: '',
      answer: 'An answer',
      position: '55',
      published_at: '2031-01-01T10:00',
      intent: 'save',
    },
    ['question'],
  ],
  [
    '/admin/legal/new',
    { kind: 'privacy', locale: 'de', content: '', published_at: '2031-01-01T10:00', intent: 'save' },
    ['content'],
  ],
  ['/admin/operations/retention', { name: 'tickets', days: '99999' }],
  [
    '/admin/ledger/chart',
    { decision: 'propose', kinds: 'sales', number_sales: '84', tax_key_sales: '9', client: '77', reason: 'Our chart' },
    ['decision', 'kinds'],
  ],
  [
    '/admin/ledger/operator',
    {
      decision: 'propose',
      legal_name: 'Cards Ltd',
      city: 'Cork',
      country: 'IE',
      vat_id: 'IE1',
      reason: 'Our register',
    },
    ['decision'],
  ],
  [
    '/admin/ledger/vat-rates',
    { decision: 'propose', rates: 'DE nineteen', valid_from: '2031-01-01', reason: 'By law' },
    ['decision'],
  ],
];

test.for(forms)(
  '%s shows again what was typed when it is refused without JavaScript',
  async ([path, fields, dropped = []]) => {
    const { status, html } = await post(path, fields);
    expect([path, status]).toEqual([path, expect.toBeOneOf([404, 409, 422])]);
    for (const [name, typed] of Object.entries(fields))
      if (!['added', 'intent', ...dropped].includes(name))
        expect(shownIn(html, name), `${path} ${name}`).toContain(typed);
    // What is folded away would hide the error.
    expect(html).not.toMatch(/<details(?![^>]* open)[^>]*>(?:(?!<\/details>)[\s\S])*aria-invalid="true"/);
  },
);

test.for(['importer', 'publisher', 'payouts'])(
  'who has the duty %s opens every section on their way, and no link leads to a person',
  async (duty) => {
    const { token } = await shop.createUser({ role: 'admin', duties: [duty] });
    const open = async (path: string) => {
      const response = await app.request(`http://localhost${path}`, { headers: { cookie: `facevalue=${token}` } });
      return { status: response.status, html: await response.text() };
    };
    const links = (html: string) =>
      [...html.matchAll(/<a\b[^>]* href="(\/(?:admin|reseller)[^"?]*)/g)].map(([, to]) => to!);
    const overview = await open('/admin');
    const sections = [...new Set(links(overview.html))];
    expect(sections.length).toBeGreaterThan(2);
    for (const path of sections) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(links(html).filter((to) => /^\/admin\/(claims|payments|unclaimed-deposits|users)\b/.test(to))).toEqual([]);
    }
    expect((await open(`/admin/users/${buyer.id}`)).status).toBe(302);
  },
);

test('who signs in for a seller has a menu of their batches and their own pages, and nothing else of the office', async () => {
  const { verified } = await createSellers(shop);
  const own = await verified();
  const { id, token } = await shop.createUser({ role: 'admin', duties: ['seller'] });
  await shop.sql`update sellers set user_id = ${id} where id = ${own.id}`;
  const response = await app.request('http://localhost/reseller', { headers: { cookie: `facevalue=${token}` } });
  expect(response.status).toBe(200);
  const html = await response.text();
  const menu = /<nav class="office-nav"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
  expect([...menu.matchAll(/ href="(\/[^"]*)"/g)].map(([, to]) => to)).toEqual([
    '/reseller',
    `/reseller/sellers/${own.id}`,
    `/reseller/sellers/${own.id}/payouts`,
  ]);
  expect(html).not.toContain('href="/admin');
});

test('an auditor reads all that the shop publishes, in forms that take and send nothing', async () => {
  const { token } = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
  const text = { title: 'A sale', content: 'Everything **must go**.' };
  const made = await publisher(newsEditor.writeText, {
    body: { ...text, published_at: null, ends_at: null, translations: {} },
  });
  expect(made.status).toBe(201);
  const open = async (path: string) => {
    const response = await app.request(`http://localhost${path}`, { headers: { cookie: `facevalue=${token}` } });
    return { status: response.status, html: await response.text() };
  };
  const item = `/admin/news/${made.body.data.id}`;
  for (const path of [
    '/admin/news',
    '/admin/notices',
    '/admin/faq',
    '/admin/legal',
    '/admin/brands',
    item,
    `${item}/versions`,
  ])
    expect([path, (await open(path)).status]).toEqual([path, 200]);
  const { html } = await open(item);
  expect(html).toContain('Only an admin with the publisher duty can do this.');
  expect(html).toMatch(/<fieldset[^>]* disabled=""[^>]*>[\s\S]*value="A sale"/);
  expect((await open('/admin/news')).html).not.toContain('/admin/news/new');
  const sent = await app.request(`http://localhost${item}`, {
    method: 'POST',
    headers: {
      cookie: `facevalue=${token}`,
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'intent=remove',
  });
  expect(sent.headers.get('location')).toBe('/403');
  expect(
    (await shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }))(newsEditor.listTexts, {})).status,
  ).toBe(403);
});
