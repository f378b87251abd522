import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { listUsers } from '#contracts/customers/users.ts';
import { getConfirmation } from '#contracts/identity/factors.ts';
import { exportAllPayments } from '#contracts/office/books.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop({ demo: false, staff_factor: 'passkey' });
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

const addPasskey = ({ id }: TestUser) =>
  shop.sql`insert into passkeys (user_id, credential_id, public_key, name) values (${id}, ${id}, '\\x01', 'Key')`;
const addTotp = ({ id }: TestUser) =>
  shop.sql`insert into totp_secrets (user_id, sealed, data_key, confirmed_at) values (${id}, '\\x01', '\\x01', now())`;
const confirm = ({ id }: TestUser, by: 'totp' | 'passkey' | 'password') =>
  shop.sql`update sessions set confirmed_at = ${shop.clock.now()}, confirmed_by = ${by} where user_id = ${id}`;
const office = async (who: TestUser) => {
  const { status, body } = await shop.as(who)(listUsers);
  return [status, (body as { reason?: string }).reason];
};
const page = async (who: TestUser) =>
  (await app.request('http://localhost/admin', { headers: { cookie: `facevalue=${who.token}` } })).headers.get(
    'location',
  );

test('staff without a passkey are led to set one up, whatever else they have', async () => {
  const staff = await shop.createUser({ role: 'admin', duties: ['support'] });
  await addTotp(staff);
  await confirm(staff, 'totp');
  expect(await office(staff)).toEqual([403, 'second_factor_required']);
  expect(await page(staff)).toBe('/user/security');
});

test('a code opens nothing of the back office to staff with a passkey, and the passkey does', async () => {
  const staff = await shop.createUser({ role: 'admin', duties: ['support'] });
  await addPasskey(staff);
  await addTotp(staff);
  for (const by of ['totp', 'password'] as const) {
    await confirm(staff, by);
    expect(await office(staff)).toEqual([403, 'step_up_required']);
    expect(await page(staff)).toBe('/user/confirm?next=%2Fadmin');
    const { data } = (await shop.as(staff)(getConfirmation)).body;
    expect([data.factors, data.fresh_until]).toEqual([['passkey'], null]);
  }
  await confirm(staff, 'passkey');
  expect(await office(staff)).toEqual([200, undefined]);
  expect(await page(staff)).toBeNull();
  expect((await shop.as(staff)(exportAllPayments)).status).toBe(200);
});

test('a passkey opens the back office for as long as the session lasts, but is fresh for ten minutes', async () => {
  const staff = await shop.createUser({ role: 'admin', duties: ['support'] });
  await addPasskey(staff);
  await confirm(staff, 'passkey');
  shop.clock.advance(11 * MINUTE_MS);
  expect(await office(staff)).toEqual([200, undefined]);
  expect((await shop.as(staff)(exportAllPayments)).body).toMatchObject({ reason: 'step_up_required' });
});

test('buyers confirm by what they like', async () => {
  const buyer = await shop.createUser();
  await addPasskey(buyer);
  await addTotp(buyer);
  await confirm(buyer, 'totp');
  const { data } = (await shop.as(buyer)(getConfirmation)).body;
  expect(data.factors).toContain('totp');
  expect(data.fresh_until).not.toBeNull();
});
