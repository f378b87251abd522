import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  acceptTerms,
  getLegalText,
  getLegalVersion,
  legalEditor,
  listAcceptedTerms,
  listMissingLegalTexts,
} from '#contracts/content/content.ts';
import { exportAccount } from '#contracts/identity/account.ts';
import { getCurrentUser, register } from '#contracts/identity/auth.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
/** A shop whose operator published nothing. */
const bare = await createTestShop();
const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));

async function publish(content: string, { locale = 'en', published_at = 'now' } = {}) {
  shop.clock.advance(1000);
  const body = { kind: 'terms' as const, locale, content, published_at };
  const { body: reply, status } = await publisher(legalEditor.writeText, { body });
  expect(status).toBe(201);
  return reply.data;
}

const terms = async (user: { token: string } | null, language = 'en') => {
  const headers = { 'accept-language': language };
  const { body } = await shop.request(getLegalText, { params: { kind: 'terms' }, headers, ...(user ?? {}) });
  return body.data;
};
const pending = async (user: { token: string }) => (await shop.as(user)(getCurrentUser)).body.data.terms_pending;

test('everybody reads the default texts until the operator publishes some, each in their language', async () => {
  expect(await terms(null)).toMatchObject({ id: null, published_at: null, pending: false });
  expect((await terms(null, 'de')).content_html).toContain('Was wir verkaufen');
  expect((await publisher(listMissingLegalTexts)).body.data).toEqual(['terms', 'privacy', 'imprint', 'accessibility']);
  const english = await publish('Version **one**');
  expect(await terms(null, 'de')).toMatchObject({ id: english.id });
  const german = await publish('Fassung eins', { locale: 'de' });
  expect((await terms(null, 'de')).id).toBe(german.id);
  expect((await terms(null)).content_html).toContain('<strong>one</strong>');
  expect((await publisher(listMissingLegalTexts)).body.data).toEqual(['privacy', 'imprint', 'accessibility']);
});

test.each([
  ['en', 'Model withdrawal form', 'unspent top-ups', 'consumer arbitration board', 'WCAG', 'invoices and credit notes'],
  [
    'de',
    'Muster-Widerrufsformular',
    'nicht verbrauchte Aufladungen',
    'Verbraucherschlichtungsstelle',
    'WCAG',
    'Rechnungen und Gutschriften',
  ],
  [
    'es',
    'Modelo de formulario de desistimiento',
    'recargas sin gastar',
    'resolución alternativa de litigios',
    'WCAG',
    'facturas y notas de crédito',
  ],
])(
  'the default texts in %s bring the form for a withdrawal and the way back of top-ups, say who settles disputes, which documents stay, and state accessibility',
  async (language, form, wayBack, board, standard, documents) => {
    const read = async (kind: 'terms' | 'privacy' | 'accessibility') => {
      const headers = { 'accept-language': language };
      return (await bare.request(getLegalText, { params: { kind }, headers })).body.data.content_html;
    };
    expect(await read('terms')).toContain(form);
    expect(await read('terms')).toContain(wayBack);
    expect(await read('terms')).toContain(board);
    expect(await read('accessibility')).toContain(standard);
    expect(await read('privacy')).toContain(documents);
  },
);

test('changed terms stop buying, and nothing else, until they are accepted', async () => {
  const buyer = await shop.createUser({ balance_cents: 50_00 });
  const [first, second] = await addCards(shop, { count: 2 });
  const buy = (id: string) => shop.as(buyer)(placeOrder, { body: { ids: [id] }, idempotencyKey: randomUUID() });
  expect(await pending(buyer)).toBe(false);
  expect((await buy(first!.id)).status).toBe(201);
  const { id } = await publish('Version two');
  expect([await pending(buyer), (await terms(buyer)).pending]).toEqual([true, true]);
  const refused = await buy(second!.id);
  expect([refused.status, refused.body]).toMatchObject([409, { reason: 'terms_changed' }]);
  expect((await shop.as(buyer)(acceptTerms, { body: { id } })).status).toBe(204);
  expect(await pending(buyer)).toBe(false);
  expect((await buy(second!.id)).status).toBe(201);
  const { body: exported } = await shop.as(buyer)(exportAccount);
  expect(exported).toMatchObject({ accepted_terms: [{ locale: 'en', content: 'Version two' }] });
});

test('a version that is no longer in force, or no terms at all, is not accepted', async () => {
  const buyer = await shop.createUser();
  const old = await publish('Version one');
  const scheduled = await publish('Version three', {
    published_at: new Date(shop.clock.now().getTime() + DAY_MS).toISOString(),
  });
  await publish('Version two');
  for (const id of [old.id, scheduled.id, randomUUID()])
    expect((await shop.as(buyer)(acceptTerms, { body: { id } })).status).toBe(409);
  expect(await pending(buyer)).toBe(true);
});

test('whoever registers has accepted the version in force', async () => {
  const { id } = await publish('Version one');
  const body = { username: 'anna', email: 'anna@example.com', password: 'a-quiet-harbour-9', terms: true as const };
  const { body: user } = await shop.as(null)(register, { body });
  expect(user.data.terms_pending).toBe(false);
  expect(await shop.sql`select text_id from terms_acceptances where user_id = ${user.data.id}`).toEqual([
    { text_id: id },
  ]);
});

test('a published version can be neither changed nor taken back nor removed', async () => {
  const { id } = await publish('Version one');
  const params = { id };
  for (const change of [{ content: 'Other' }, { published_at: null }])
    expect((await publisher(legalEditor.changeText, { params, body: change })).status).toBe(409);
  expect((await publisher(legalEditor.removeText, { params })).status).toBe(409);
  const buyer = await shop.createUser();
  await shop.as(buyer)(acceptTerms, { body: { id } });
  await expect(shop.sql`update legal_texts set content = 'Other' where id = ${id}`).rejects.toThrow('was accepted');
});

test('an unknown kind or language is refused', async () => {
  const { status } = await shop.as(null)(getLegalText, { params: { kind: 'cookies' as 'terms' } });
  expect(status).toBe(404);
  const body = { kind: 'terms' as const, locale: 'EN', content: 'x' };
  expect(Object.keys((await publisher(legalEditor.writeText, { body })).body.errors ?? {})).toEqual(['locale']);
});

test('the version that a buyer accepted stays readable at its address when another takes its place', async () => {
  const buyer = await shop.createUser();
  const { id } = await publish('What Anna **accepted**');
  await shop.as(buyer)(acceptTerms, { body: { id } });
  const { id: draft } = (
    await publisher(legalEditor.writeText, { body: { kind: 'terms', locale: 'en', content: 'Draft' } })
  ).body.data;
  const read = (version: string, kind = 'terms' as 'terms' | 'privacy') =>
    shop.as(null)(getLegalVersion, { params: { kind, id: version } });
  expect((await read(id)).body.data).toMatchObject({ in_force: true, locale: 'en' });
  await publish('What came later');
  const { body } = await shop.as(buyer)(listAcceptedTerms);
  expect(body.data).toMatchObject([{ id, locale: 'en' }]);
  const { data } = (await read(body.data[0]!.id)).body;
  expect([data.in_force, data.content_html]).toEqual([false, '<p>What Anna <strong>accepted</strong></p>']);
  expect((await read(draft)).status).toBe(404);
  expect((await read(id, 'privacy')).status).toBe(404);
  expect((await read(randomUUID())).status).toBe(404);
  expect((await shop.as(null)(listAcceptedTerms)).status).toBe(401);
});

test('terms may fill twenty pages, and no more', async () => {
  const page = 'Ämter und Bürger lesen diese Bedingungen gern. '.repeat(1000);
  const content = page.slice(0, 39_999);
  expect((await publish(content)).content).toBe(content.trim());
  const body = { kind: 'terms' as const, locale: 'en', content: page.slice(0, 40_001).replaceAll(' ', '-') };
  const refused = await publisher(legalEditor.writeText, { body });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['content']]);
});
