import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { createTestShop } from '#tests/support/shop.ts';

const LIMIT = 5;
const NETWORK_LIMIT = 4 * LIMIT;
const pages = await loadPages();

/** A shop whose proxy says where a request comes from; without a socket, the peer of a request has no address. */
async function limitedShop() {
  const shop = await createTestShop({ requests_per_minute: LIMIT });
  const { app } = createShop({ ctx: shop.ctx, pages });
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost${path}`, { headers });
  const statuses = async (n: number, path: string, headers?: Record<string, string>) => {
    const found: number[] = [];
    for (let i = 0; i < n; i++) found.push((await get(path, headers)).status);
    return found;
  };
  return { shop, get, statuses };
}

const times = (n: number, status: number) => Array<number>(n).fill(status);

test('pages of visitors are limited like calls, and the refusal says when to come back', async () => {
  const { get, statuses } = await limitedShop();
  expect(await statuses(LIMIT, '/nowhere')).toEqual(times(LIMIT, 404));
  const refused = await get('/login', { 'accept-language': 'de' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-type')).toContain('text/plain');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await refused.text()).toMatch(/^Zu viele .*\d/);
});

test('a session has requests of its own, until its network has used up everything', async () => {
  const { shop, statuses } = await limitedShop();
  const { token } = await shop.createUser();
  expect(await statuses(LIMIT + 1, '/login')).toEqual([...times(LIMIT, 200), 429]);
  expect(await statuses(1, '/api/auth/users', { authorization: `Bearer ${token}` })).toEqual([200]);
  const bogus = { authorization: 'Bearer made-up' };
  await statuses(NETWORK_LIMIT - LIMIT - 2, '/api/auth/users', bogus);
  expect(await statuses(1, '/api/auth/users', { authorization: `Bearer ${token}` })).toEqual([429]);
  expect(await statuses(1, '/faq', { cookie: `facevalue=${token}` })).toEqual([429]);
});

test('files and health checks are never refused', async () => {
  const { get, statuses } = await limitedShop();
  await statuses(NETWORK_LIMIT + 1, '/api/auth/users');
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(await (await (await limitedShop()).get('/login')).text())?.[1];
  for (const path of ['/healthz', '/readyz', style!]) expect([path, (await get(path)).status]).toEqual([path, 200]);
  expect((await get('/login')).status).toBe(429);
});

test('a missing file costs no page and no look-up of a session', async () => {
  const { shop, get } = await limitedShop();
  await shop.sql`alter table sessions rename to sessions_away`;
  const missing = await get('/assets/nowhere.js', { cookie: `facevalue=${'x'.repeat(43)}` });
  expect([missing.status, await missing.text()]).toEqual([404, '']);
});

test('a refused call costs no look-up of its session', async () => {
  const { shop, statuses } = await limitedShop();
  const { token } = await shop.createUser();
  await statuses(NETWORK_LIMIT, '/nowhere');
  await shop.sql`alter table sessions rename to sessions_away`;
  expect(await statuses(1, '/api/auth/users', { authorization: `Bearer ${token}` })).toEqual([429]);
});

test('the page for unknown paths has the same headers each time, but for its nonce', async () => {
  const { ctx } = await createTestShop();
  const server = createServer(getRequestListener(createShop({ ctx, pages }).app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const seen = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const page = await fetch(`http://localhost:${port}/nowhere/${i}`);
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy')!)?.[1];
    const scripts = [...(await page.text()).matchAll(/<script nonce="([^"]*)"/g)].map(([, given]) => given);
    expect(new Set(scripts)).toEqual(new Set([nonce]));
    // A compressed page's length depends on its nonce.
    const { date: _, 'content-length': __, ...headers } = Object.fromEntries(page.headers);
    seen.add(JSON.stringify(headers).replaceAll(nonce!, ''));
  }
  expect(seen.size).toBe(1);
});

test('a refused call answers JSON with errors', async () => {
  const { shop } = await limitedShop();
  for (let i = 0; i < LIMIT; i++) await shop.as(null)(getCurrentUser);
  const { status, body } = await shop.as(null)(getCurrentUser);
  expect([status, body.errors]).toEqual([429, { request: [expect.stringContaining('seconds')] }]);
});
