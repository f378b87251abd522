import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { createTestShop } from '#tests/support/shop.ts';

const settings = { public_url: 'https://shop.example', allowed_hosts: new Set(['shop.example']) };
const shop = await createTestShop(settings);
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

const post = (path: string, fields: Record<string, string>, cookie = '') =>
  app.request(`http://shop.example${path}`, {
    method: 'POST',
    headers: {
      cookie,
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

test('whoever signs out leaves no page in the cache, and the cookies of the device stay', async () => {
  const user = await shop.createUser();
  const answer = await post('/logout', {}, `__Host-facevalue=${user.token}`);
  expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([302, '"cache"']);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  expect(cookies).toEqual(['__Host-facevalue=', '__Host-facevalue-wanted=']);
});

test("a guest's computer forgets the conversation by a button, and says so in a cookie of this host alone", async () => {
  const answer = await post('/support/guest/ticket', { intent: 'forget' }, '__Host-facevalue-guest=1.abc');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/support/guest']);
  const [guest, toast] = answer.headers.getSetCookie();
  expect(guest).toMatch(/^__Host-facevalue-guest=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/);
  expect(toast).toMatch(/^__Host-facevalue-flash=.+; Secure$/);
  const page = await app.request('http://shop.example/support/guest', {
    headers: { cookie: toast!.split(';')[0]! },
  });
  expect(await page.text()).toContain('no longer opens your conversation');
  expect(page.headers.getSetCookie().join()).toContain('__Host-facevalue-flash=; Path=/; Max-Age=0');
});

test.each([
  [false, 'max-age=63072000'],
  [true, 'max-age=63072000; includeSubDomains'],
])(
  'subdomains are promised to be served over TLS only where the operator says so (%s)',
  async (hsts_subdomains, header) => {
    const { app: other } = createShop({ ctx: { ...shop.ctx, config: { ...shop.config, hsts_subdomains } } });
    expect((await other.request('http://shop.example/healthz')).headers.get('strict-transport-security')).toBe(header);
  },
);
