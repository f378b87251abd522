import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const settings = { trusted_proxies: ['127.0.0.1'], admin_networks: ['203.0.113.0/24', '2001:db8::/32'] };
const shop = await createTestShop(settings);
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const staff = await shop.createUser({ role: 'admin', duties: ['support', 'importer'] });
const seller = await shop.createUser({ role: 'admin', duties: ['seller'] });
const buyer = await shop.createUser();
const peer = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };

/** The status for somebody behind the trusted proxy, who says where they come from. */
async function status(path: string, from: string, who: TestUser | null, init: RequestInit = {}): Promise<number> {
  const headers = new Headers({ ...(init.headers as Record<string, string>), 'x-forwarded-for': from });
  if (who && path.startsWith('/api/')) headers.set('authorization', `Bearer ${who.token}`);
  else if (who) headers.set('cookie', `facevalue=${who.token}`);
  return (await app.request(`http://localhost${path}`, { ...init, headers }, peer)).status;
}

const pages = [
  '/admin',
  '/ADMIN',
  '/admin/',
  '/admin.data',
  '/admin/users',
  '/admin/users.data?_routes=admin%2Fusers',
  '/reseller',
  '/admin/search',
];
const calls = [
  '/api/admin/users',
  '/api/admin/overview',
  '/api/resellers',
  '/api/reports/stock',
  '/api/search/resellers',
];

test.each([...pages, ...calls])('%s is refused from elsewhere, whoever asks', async (path) => {
  for (const who of [null, buyer, seller, staff])
    for (const from of ['198.51.100.1', '2001:db9::1', '203.0.114.1', 'nonsense'])
      expect([path, who?.username, from, await status(path, from, who)]).toEqual([path, who?.username, from, 403]);
});

test('from the named networks everything is as ever', async () => {
  for (const from of ['203.0.113.9', '2001:db8::7', '198.51.100.1, 203.0.113.9']) {
    expect(await status('/admin', from, staff)).toBe(200);
    expect(await status('/admin', from, buyer)).toBe(302);
    expect(await status('/api/admin/users', from, staff)).toBe(200);
    expect(await status('/api/admin/users', from, null)).toBe(401);
  }
});

test('an address that the proxy did not see for itself does not count', async () => {
  expect(await status('/admin', '203.0.113.9, 198.51.100.1', staff)).toBe(403);
});

test('the shop itself is open to staff from everywhere, but not the live channel of the back office', async () => {
  expect(await status('/user/profile', '198.51.100.1', staff)).toBe(200);
  const subscribe = (channel_name: string, from: string) =>
    status('/api/broadcasting/auth', from, staff, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ socket_id: '1.1', channel_name }),
    });
  expect(await subscribe(`private-user.${staff.id}`, '198.51.100.1')).toBe(200);
  expect(await subscribe('private-dashboard', '198.51.100.1')).toBe(403);
  expect(await subscribe('private-dashboard', '203.0.113.9')).toBe(200);
});
