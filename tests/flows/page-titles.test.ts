import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { faqEditor, legalEditor, newsEditor, noticeEditor } from '#contracts/content/content.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
const keeper = await shop.createUser({ role: 'admin', duties: ['approver'] });
const buyer = await shop.createUser({ balance_cents: 10_00 });

async function open(who: TestUser, path: string): Promise<{ title: string | undefined; html: string }> {
  const response = await app.request(`http://localhost${path}`, { headers: { cookie: `facevalue=${who.token}` } });
  const html = await response.text();
  expect(response.status, path).toBe(200);
  return { title: /<title>(.*) · Facevalue<\/title>/.exec(html)?.[1], html };
}

test('an editor is titled by what it edits, and a new one by what it makes', async () => {
  const { body: news } = await shop.as(publisher)(newsEditor.writeText, {
    body: { title: 'A quiet week', content: 'Rest.' },
  });
  const { body: notice } = await shop.as(publisher)(noticeEditor.writeText, {
    body: { title: 'Soon', content: 'A pause.' },
  });
  const { body: faq } = await shop.as(publisher)(faqEditor.writeText, {
    body: { topic: 'Cards', question: 'Why here?', answer: 'Because.' },
  });
  for (const [path, title] of [
    [`/admin/news/${news.data.id}`, 'A quiet week'],
    [`/admin/notices/${notice.data.id}`, 'Soon'],
    [`/admin/faq/${faq.data.id}`, 'Why here?'],
    ['/admin/news/new', 'Write news'],
    ['/admin/legal/new?kind=privacy&locale=de', 'Privacy (Deutsch)'],
  ] as const)
    expect((await open(publisher, path)).title).toBe(title);
});

test('the pages of an account, an outflow and a cold wallet are titled by them', async () => {
  const [account] = await shop.sql<{ id: number }[]>`
    select id from ledger_accounts where owner_id = ${buyer.id} and kind = 'available'`;
  expect((await open(keeper, `/admin/ledger/accounts/${account!.id}`)).title).toBe(
    `Buyers&#x27; balances: ${buyer.username}`,
  );
  await shop.sql`
    insert into chain_cursors (coin, identity, height, hash, state) values ('BTC', '1', 100, 'h', 'following')`;
  await shop.sql`
    insert into outflows (coin, key, height, amount_units, txid) values ('BTC', '0014', 1, 12345678, ${'e'.repeat(64)})`;
  const [away] = await shop.sql<{ id: number }[]>`select max(id) as id from outflow_transactions`;
  expect((await open(keeper, `/admin/ledger/outflows/${away!.id}`)).title).toBe('Outflow of 0.12345678 BTC');
  const [vault] = await shop.sql<{ id: string }[]>`
    insert into cold_wallets (coin, name, kind, source, created_by, created_at)
    values ('ETH', 'Vault', 'address', ${`0x${'b'.repeat(40)}`}, ${keeper.id}, now()) returning id`;
  expect((await open(keeper, `/admin/ledger/cold-wallets/${vault!.id}`)).title).toBe('Vault');
});

test('who writes a legal text is told in which languages it is missing, and readers that theirs is', async () => {
  const body = { kind: 'terms' as const, locale: 'de', content: 'Bedingungen', published_at: 'now' };
  await shop.as(publisher)(legalEditor.writeText, { body });
  const german = await open(publisher, '/admin/legal/new?kind=terms&locale=de');
  expect(german.html).toContain('Not published in English, Español.');
  const english = await open(publisher, '/admin/legal/new?kind=terms&locale=en');
  expect(english.html).toContain('Not published in Español.');
  expect((await open(buyer, '/terms')).html).toContain('German');
});
