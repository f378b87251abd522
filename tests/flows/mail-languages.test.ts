import { expect, test } from 'vitest';
import { mailsOf } from '#app/features.ts';
import { login, register } from '#contracts/identity/auth.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const german = { 'accept-language': 'de-AT, en;q=0.5' };

async function registered(username: string, headers: Record<string, string>) {
  const body = { username, email: `${username}@example.com`, password: 'a-quiet-harbour-9', terms: true as const };
  expect((await shop.request(register, { body, headers })).status).toBe(201);
  const [user] = await sql<{ id: string; locale: string | null }[]>`
    select id, locale from users where username = ${username}`;
  return user!;
}

test('who registers in German or Spanish is mailed in that language from the first mail on', async () => {
  const anna = await registered('anna', german);
  const eva = await registered('eva', { 'accept-language': 'es' });
  const otto = await registered('otto', {});
  expect([anna.locale, eva.locale, otto.locale]).toEqual(['de', 'es', null]);
  await shop.runQueuedJobs();
  const subjects = async (name: string) =>
    (await sql`select subject from mailbox where recipient = ${`${name}@example.com`}`).map(({ subject }) => subject);
  expect(await subjects('anna')).toEqual(['Bestätigen Sie Ihre E-Mail-Adresse']);
  expect(await subjects('eva')).toEqual(['Confirme su dirección de correo']);
  expect(await subjects('otto')).toEqual(['Confirm your e-mail address']);
});

test('an account without a language takes that of its next sign-in, and never loses the one that it has', async () => {
  const user = await shop.createUser();
  const signIn = (headers: Record<string, string>) =>
    shop.request(login, { body: { username: user.username, password }, headers });
  const language = async () => (await sql`select locale from users where id = ${user.id}`)[0]?.locale;
  await signIn({});
  expect(await language()).toBeNull();
  await signIn(german);
  expect(await language()).toBe('de');
  await signIn({ 'accept-language': 'es' });
  expect(await language()).toBe('de');
});

/** Mails whose reader has no account: sellers' contacts, the operator, and whoever a stranger's address belongs to. */
const NO_ACCOUNT = ['audit_anchor', 'seller_contact', 'seller_destination', 'staff_access_operator'];

/** A row of any query: German, and whatever else a template asks of it. */
const row: Record<string, unknown> = {
  locale: 'de',
  guest_locale: 'de',
  time_zone: 'Europe/Berlin',
  owner: null,
  taken: false,
  state: 'open',
  kind: 'claim.waiting',
  details: {},
  device: {},
  count: 1,
  cents: 100,
  cards: [],
  amount_cents: 100,
  currency: 'USD',
  user_agent: '',
  held: false,
  expires_on: '2030-01-01',
  order: { number: 1, created_at: '2030-01-01T00:00:00Z' },
};
const columnOf = (name: string | symbol) => {
  if (typeof name !== 'string' || name === 'then') return undefined;
  if (name in row) return row[name];
  if (/(_at|since|from)$/.test(name)) return '2030-01-01T00:00:00.000Z';
  return /(_cents|number|cards|refused|tier)$/.test(name) ? 100 : name;
};
const anyRow = new Proxy(row, { get: (_, name) => columnOf(name) });

test('every mail to somebody with an account, and to a guest, is in the language of its reader', async () => {
  const vault = { ...shop.ctx.vault, verifyMac: () => true };
  const sqlOf = Object.assign(() => Promise.resolve([anyRow]), { json: (value: unknown) => value });
  const config = { ...shop.ctx.config, operator_email: 'operator@example.com' };
  const ctx = { ...shop.ctx, config, vault, sql: sqlOf as never } as typeof shop.ctx;
  const ids = new Proxy(
    { about_id: '', actor_id: '' },
    { get: (_, name) => (name === 'ends_at' ? '2030-01-01T00:00:00Z' : 'id') },
  );
  const inOthers: string[] = [];
  for (const [name, template] of Object.entries(mailsOf(false))) {
    const mail = await template(ctx, ids);
    expect(mail, name).toBeDefined();
    if (mail?.locale !== 'de') inOthers.push(name);
  }
  expect(inOthers.sort()).toEqual(NO_ACCOUNT);
});
