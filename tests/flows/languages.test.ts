import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeProfile } from '#contracts/identity/account.ts';
import { login, register } from '#contracts/identity/auth.ts';
import { cardOptions } from '#contracts/shop/cards.ts';
import { getOrder, placeOrder } from '#contracts/shop/orders.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const german = { 'accept-language': 'de-AT, en;q=0.5' };
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');

test('a refusal is in the language that the request asks for', async () => {
  const body = { username: 'nobody', password: 'wrong' };
  const { body: refused } = await shop.request(login, { body, headers: german });
  expect(refused.message).toBe('Benutzername oder Passwort ist falsch.');
  expect(refused.errors?.username).toEqual(['Benutzername oder Passwort ist falsch.']);
  expect((await shop.request(login, { body })).body.message).toBe('Wrong username or password.');
});

test('what a schema refuses is said in short sentences of the language', async () => {
  const body = { username: 'Anna!', email: 'no address', password: 'short', terms: true as const, extra: 1 };
  const { status, body: refused } = await shop.request(register, { body, headers: german });
  expect(status).toBe(422);
  expect(refused.errors).toEqual({
    username: ['Verwenden Sie 3 bis 32 Zeichen: a-z, 0-9, _, - und Punkt.'],
    email: ['Geben Sie eine gültige E-Mail-Adresse ein.'],
    password: ['Verwenden Sie mindestens 12 Zeichen.'],
    extra: ['Dieses Feld ist unbekannt.'],
  });
});

test('a missing field, a wrong type and a wrong choice say so, and nothing is left of the parser', async () => {
  const user = await shop.createUser();
  const { body } = await shop.request(login, { body: {} as never });
  expect(body.errors).toEqual({ username: ['Fill in this field.'] });
  const refused = await shop.as(user)(changeProfile, { body: { display_name: 1, theme: 'pink' } as never });
  expect(refused.body.errors).toEqual({
    display_name: ['Must be text.'],
    theme: ['Must be one of: system, light, dark.'],
  });
});

test('the saved language goes before the one that the request asks for', async () => {
  const user = await shop.createUser();
  await shop.as(user)(changeProfile, { body: { locale: 'de' } });
  const missing = { params: { id: randomUUID() }, token: user.token, headers: { 'accept-language': 'en' } };
  expect((await shop.request(getOrder, missing)).body.message).toBe('Diese Bestellung wurde nicht gefunden.');
  await shop.as(user)(changeProfile, { body: { locale: null } });
  expect((await shop.request(getOrder, missing)).body.message).toBe("We couldn't find this order.");
});

test('amounts in a refusal are written as the language writes them', async () => {
  const user = await shop.createUser();
  const [card] = await addCards(shop, { price_cents: 123_450, face_cents: 150_000 });
  const order = { body: { ids: [card!.id] }, token: user.token };
  const said = await shop.request(placeOrder, { ...order, headers: german });
  expect(said.status).toBe(422);
  expect(plain(said.body.message)).toMatch(/\b\d+,\d\d \$/);
  expect((await shop.request(placeOrder, order)).body.message).toMatch(/\$\d/);
});

test('countries and currencies are named in the language', async () => {
  const user = await shop.createUser();
  await addCards(shop, { country: 'DE' });
  const labelOf = async (headers: Record<string, string>) =>
    (await shop.request(cardOptions, { token: user.token, headers })).body.data.countries.find(
      ({ value }) => value === 'DE',
    )?.label;
  expect([await labelOf(german), await labelOf({})]).toEqual(['Deutschland', 'Germany']);
});
