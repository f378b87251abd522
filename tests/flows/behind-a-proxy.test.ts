import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop({ public_url: 'https://shop.example', allowed_hosts: new Set(['shop.example']) });
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

/** As forwarded by a TLS proxy: same host, but plain http. */
async function signIn(headers: Record<string, string>) {
  const user = await shop.createUser();
  return app.request('http://shop.example/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ username: user.username, password }).toString(),
  });
}

test('forms work behind a TLS proxy, and the session is a __Host- cookie for TLS alone', async () => {
  const answer = await signIn({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/news']);
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-facevalue='));
  expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
});

test.for([
  ['another site', { origin: 'https://evil.example' }],
  ['another site, as the browser says', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }],
  ['a subdomain', { origin: 'https://www.shop.example', 'sec-fetch-site': 'same-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['nowhere', {}],
] as const)('a form from %s is refused', async ([, headers]) => {
  const answer = await signIn({ ...headers });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});
