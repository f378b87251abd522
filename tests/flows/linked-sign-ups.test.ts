import { expect, test } from 'vitest';
import { register } from '#contracts/identity/auth.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop();
let serial = 0;

async function signUp(address: string, user_agent = 'Mozilla/5.0 Firefox/140.0') {
  const username = `person${++serial}`;
  const response = await shop.app.request(
    `http://localhost${register.path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': user_agent },
      body: JSON.stringify({ username, email: `${username}@example.com`, password, terms: true }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
  expect(response.status).toBe(201);
}
const linked = async () =>
  (
    await shop.sql<{ username: string }[]>`
      select username from linked_accounts join users on id = user_id order by id`
  ).map(({ username }) => username);

test('a burst of sign-ups from one network with one browser is linked, without the network being kept', async () => {
  for (let i = 1; i <= 5; i++) await signUp(`93.184.216.${i}`);
  await signUp('93.184.216.6', 'Mozilla/5.0 Chrome/140.0');
  await signUp('151.101.1.69');
  for (let i = 1; i <= 8; i++) await signUp('127.0.0.1');
  expect(await linked()).toEqual([]);
  await signUp('93.184.216.77');
  expect(await linked()).toEqual(['person1', 'person2', 'person3', 'person4', 'person5', 'person16']);
  const [{ text }] = await shop.sql<[{ text: string }]>`select json_agg(l)::text as text from account_links l`;
  expect(text).not.toContain('93.184');
});
