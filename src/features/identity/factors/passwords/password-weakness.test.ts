import { expect, test } from 'vitest';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import { createTestShop, password } from '#tests/support/shop.ts';
import { passwordWeakness } from './password-weakness.ts';

const shop = await createTestShop({ demo: false, public_url: 'https://kartenhaus.example' });
const owner = { username: 'margarethe', email: 'm.sonnenberg@posteo.example', display_name: 'Margarethe Sonnenberg' };
const weaknessOf = async (given: string) => (await passwordWeakness(shop.ctx, given, owner))?.key;

test.for([
  'facevalue-demo',
  'password123!',
  'P@ssw0rd1234',
  'liverpool123',
  'michaeljordan',
  'superman1234',
  'iloveyouforever',
  'thisisapassword',
  '111122223333',
  'qwertyuiop123',
  'Passwort1234',
  'Sommer2026!!',
  '1qaz2wsx3edc',
  'zxcvbnmasdfgh',
  'letmein123456',
  'Facevalue2026',
  'abcdabcdabcd',
  '123456789012',
  'margarethe1234',
  'Sonnenberg123',
  'm.sonnenberg@posteo.example',
  'Kartenhaus123',
  'ehteragram2026',
])('%s is refused', async (given) => {
  expect(await weaknessOf(given)).toBeDefined();
});

test.for([
  'correct-horse-7-battery',
  'a-quiet-harbour-9',
  'my dog eats blue socks',
  'Zug um Zug zur Insel',
  'gelbe Tasse am Fenster',
  'we went to Porto in May',
  'vR8#kq2!mZpL',
  'kx9fjw0qplzn',
  'Ein Hund namens Kasimir',
  '天気がいいから散歩しましょう',
  'margarethe liest donnerstags Krimis',
  `${'correct-horse-7-battery '.repeat(5)}end`,
])('%s is kept', async (given) => {
  expect(await weaknessOf(given)).toBeUndefined();
});

test('a refusal says whether it is common, repeats itself, or is about its owner or the shop', async () => {
  expect(await weaknessOf('password123!')).toBe('auth.password_common');
  expect(await weaknessOf('xkxkxkxkxkxk')).toBe('auth.password_repeats');
  for (const personal of ['margarethe12', 'Sonnenberg123', 'facevalue-demo', 'Kartenhaus123'])
    expect([personal, await weaknessOf(personal)]).toEqual([personal, 'auth.password_personal']);
});

test('registering, changing and resetting a password refuse what is weak for its owner', async () => {
  const body = { username: 'sonnenberg', email: 'anna@example.com', password: 'sonnenberg99', terms: true as const };
  expect((await shop.as(null)(auth.register, { body })).body.errors).toHaveProperty('password');
  const user = await shop.createUser();
  await shop.sql`update users set display_name = 'Theodor Blaschke' where id = ${user.id}`;
  const change = (given: string) =>
    shop.as(user)(account.changePassword, { body: { current_password: password, password: given } });
  expect((await change('theodorblaschke')).body.errors).toHaveProperty('password');
  await shop.as(null)(auth.forgotPassword, { body: { username: user.username } });
  await shop.runQueuedJobs();
  const [mail] = await shop.sql<{ text_body: string }[]>`
    select text_body from mailbox where recipient = ${user.email} order by id desc limit 1`;
  const token = /token=([\w.-]+)/.exec(mail!.text_body)?.[1] ?? '';
  const reset = (given: string) => shop.as(null)(auth.resetPassword, { body: { token, password: given } });
  expect((await reset('Blaschke-2026')).body.errors).toHaveProperty('password');
  expect((await reset('gelbe Tasse am Fenster')).status).toBe(204);
});
