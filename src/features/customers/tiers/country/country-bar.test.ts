import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { getLimits, setTier } from '#contracts/customers/tiers.ts';
import { changeProfile } from '#contracts/identity/account.ts';
import { addToCart, getCartLimits } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { listPreorders, placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { readConfig } from '#platform/config.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { loadSanctions } from '../../../coins/deposits/screening/load-sanctions.ts';
import { fillPreorders } from '../../../shop/preorders/fill/fill-preorders.ts';

const dir = mkdtempSync(join(tmpdir(), 'facevalue-list-'));
afterAll(() => rmSync(dir, { recursive: true }));
const { no_anonymous } = readConfig({ DEMO: 'on', NO_ANONYMOUS_COUNTRIES: 'DE,FR:2027-07-10' }, '/nonexistent');
const shop = await createTestShop({ no_anonymous, sanctions_file: join(dir, 'list.txt') });

async function list(text: string) {
  writeFileSync(join(dir, 'list.txt'), text);
  await loadSanctions(shop.ctx);
}
beforeEach(() => list('# nobody\n'));

const says = (user: TestUser, country: string) => shop.as(user)(changeProfile, { body: { country } });
async function buyerFrom(country: string | null, tier = 0) {
  const user = await shop.createUser({ tier, balance_cents: 50_00 });
  if (country) expect((await says(user, country)).status).toBe(200);
  return user;
}
async function buy(user: TestUser) {
  const [card] = await addCards(shop, { price_cents: 9_00 });
  await shop.as(user)(addToCart, { body: [card!.id] });
  const { status, body } = await shop.as(user)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
  return { status, ...body };
}
const barOf = async (user: TestUser) => [
  (await shop.as(user)(getLimits)).body.data.bar,
  (await shop.as(user)(getCartLimits)).body.data.bar,
];

test('where no anonymous accounts are allowed, tier 0 buys nothing, and tier 1 does', async () => {
  const user = await buyerFrom('DE');
  expect(await buy(user)).toMatchObject({
    status: 422,
    message: expect.stringContaining('law asks for a verified account'),
    errors: { tier: [expect.any(String)] },
  });
  expect(await barOf(user)).toEqual(['anonymous', 'anonymous']);
  const verified = await buyerFrom('DE', 1);
  expect((await buy(verified)).status).toBe(201);
  expect(await barOf(verified)).toEqual([null, null]);
});

test('with the setting on, an unverified buyer says a country first, and keeps it', async () => {
  const user = await buyerFrom(null);
  expect(await buy(user)).toMatchObject({
    status: 422,
    errors: { country: [expect.stringContaining('your country')] },
  });
  expect(await barOf(user)).toEqual(['unknown', 'unknown']);
  await says(user, 'US');
  expect((await buy(user)).status).toBe(201);
  const german = await buyerFrom('DE');
  expect((await says(german, 'DE')).status).toBe(200);
  const changed = await says(german, 'US');
  expect([changed.status, changed.body.message]).toEqual([409, expect.stringContaining("can't change your country")]);
  expect((await shop.as(german)(changeProfile, { body: { country: null } })).status).toBe(409);
  expect((await says(await buyerFrom('DE', 1), 'US')).status).toBe(200);
});

test('the setting counts from its day on', async () => {
  const user = await buyerFrom('FR');
  expect((await buy(user)).status).toBe(201);
  shop.clock.advance(Date.parse('2027-07-10T00:00:00Z') - shop.clock.now().getTime());
  const later = { ...user, token: await shop.signIn(user.id) };
  expect((await buy(later)).status).toBe(422);
});

test('nobody from an embargoed country buys or is verified, whatever the tier', async () => {
  await list('country:ir # closed\nname:Someone Else\n');
  const user = await buyerFrom('IR', 2);
  expect(await buy(user)).toMatchObject({ status: 422, errors: { country: [expect.stringContaining("can't sell")] } });
  expect(await barOf(user)).toEqual(['embargoed', 'embargoed']);
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  const applicant = await buyerFrom('IR');
  const body = { tier: 1, evidence: 'CHECK-1', identity: 'PERSON-77', checked_on: '2026-01-02', reason: 'Checked' };
  const { status, body: refused } = await shop.as(support)(setTier, { params: { id: applicant.id }, body });
  expect([status, refused.message]).toEqual([409, expect.stringContaining('embargoed')]);
  await list('# lifted\n');
  expect((await buy(user)).status).toBe(201);
});

test('a pre-order of such a buyer is refused, and one placed before is passed over with its reason', async () => {
  const [card] = await addCards(shop, { state: 'unconfirmed' });
  const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${card!.id}`;
  const expires_on = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  const wish = { programme_id, face_cents: 1000, quantity: 1, highest_price_cents: 1000, expires_on };
  const preorderOf = (who: TestUser) => shop.as(who)(placePreorder, { body: wish, idempotencyKey: randomUUID() });
  expect((await preorderOf(await buyerFrom('DE'))).status).toBe(422);
  const user = await buyerFrom('US');
  expect((await preorderOf(user)).status).toBe(201);
  await list('country:US');
  await shop.sql`update cards set state = 'available', issuer_confirmed = true where id = ${card!.id}`;
  await fillPreorders(shop.ctx);
  expect((await shop.as(user)(listPreorders)).body.data).toMatchObject([{ state: 'open', skip_reason: 'country' }]);
});

test.each([['de'], ['DE;FR'], ['EU:2027-13-01'], ['EU:soon'], ['']])('NO_ANONYMOUS_COUNTRIES=%s is refused', (text) => {
  const read = () => readConfig({ DEMO: 'on', NO_ANONYMOUS_COUNTRIES: text }, '/nonexistent').no_anonymous.size;
  if (text === '') expect(read()).toBe(0);
  else expect(read).toThrow('must be like DE,FR or EU:2027-07-10');
});

test('EU stands for its 27 members', () => {
  const { no_anonymous: eu } = readConfig({ DEMO: 'on', NO_ANONYMOUS_COUNTRIES: 'EU:2027-07-10' }, '/nonexistent');
  expect([eu.size, eu.get('DE'), eu.get('CH')]).toEqual([27, Date.parse('2027-07-10'), undefined]);
});
