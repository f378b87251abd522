import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { startLive } from '#app/live.ts';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import type { Call } from '#contracts/call.ts';
import { listHeld } from '#contracts/coins/holds.ts';
import { listPayments } from '#contracts/coins/payments.ts';
import { listNews, openNewsFeed } from '#contracts/content/content.ts';
import { getCurrentUser, login, logout } from '#contracts/identity/auth.ts';
import { authoriseChannel } from '#contracts/identity/realtime.ts';
import { calls } from '#contracts/index.ts';
import { listCards } from '#contracts/shop/cards.ts';
import { getCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { LiveSocket } from '#tests/support/live-socket.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop({ maintenance: true });
const { ctx, databaseUrl } = shop;
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const live = await startLive({ shop: { ctx, background: shop, databaseUrl }, server });
const { app } = createShop({ ctx, pages: await loadPages(), checkReplies: true });
server.on('request', getRequestListener(app.fetch));
afterAll(async () => {
  await live.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const [buyer, admin] = [await shop.createUser({ balance_cents: 50_00 }), await shop.createUser({ role: 'admin' })];

const get = (path: string, token?: string) =>
  fetch(`http://${host}${path}`, { redirect: 'manual', headers: token ? { cookie: `facevalue=${token}` } : {} });

test('every call answers 503 with Retry-After to everybody but admins, but for signing in and out', async () => {
  const open: string[] = [];
  for (const [name, each] of Object.entries(calls)) {
    const input = { params: { id: crypto.randomUUID(), card_id: crypto.randomUUID() } };
    const body = each.method !== 'GET' && each.method !== 'DELETE' ? { body: {} } : {};
    const asked = each.guards.some((guard) => guard === 'auth' || guard === 'catalogue')
      ? { ...input, ...body, token: buyer.token }
      : { ...input, ...body };
    if (each.path === logout.path) continue;
    const { status, headers, body: said } = await shop.request(each as Call, asked as never);
    if (status !== 503) open.push(name);
    else expect([name, headers.get('retry-after'), said.message]).toEqual([name, '60', expect.any(String)]);
  }
  expect(open.toSorted()).toEqual([
    'confirmIdentity',
    'createPasskeyChallenge',
    'getAuthStatus',
    'getConfirmation',
    'getCurrentUser',
    'getLegalText',
    'getLegalVersion',
    'getOperator',
    'login',
    'signInByPasskey',
  ]);
});

test('a buyer and a visitor can sign in and out, and that is all they can do', async () => {
  const { username, token } = await shop.createUser();
  const signedIn = await shop.request(login, { body: { username, password } });
  expect(signedIn.status).toBe(200);
  expect((await shop.request(getCurrentUser, { token })).status).toBe(200);
  expect((await shop.request(placeOrder, { token, body: {} })).status).toBe(503);
  expect((await shop.request(logout, { token })).status).toBe(204);
  expect((await shop.request(getCurrentUser, { token })).status).toBe(401);
});

test('an admin has the whole shop', async () => {
  for (const each of [listCards, listNews, getCart, listPayments, listHeld] as Call[]) {
    expect([each.path, (await shop.as(admin)(each)).status]).toEqual([each.path, 200]);
  }
});

test('the pages lead to /maintenance and from there back; those for everybody stay', async () => {
  const led = async (path: string, token?: string) => {
    const { status, headers } = await get(path, token);
    return status === 302 ? headers.get('location') : status;
  };
  for (const path of ['/', '/news', '/cards?sort=price', '/orders']) {
    const next = path === '/' ? '%2F' : encodeURIComponent(path);
    expect(await led(path, buyer.token)).toBe(`/maintenance?next=${next}`);
    expect(await led(path, admin.token)).toBe(200);
  }
  expect(await led('/cards')).toBe('/login?next=%2Fcards');
  for (const path of ['/login', '/register', '/forgot', '/maintenance', '/domains', '/403']) {
    expect([path, await led(path)]).toEqual([path, 200]);
  }
  expect(await led('/maintenance?next=/cards', buyer.token)).toBe(200);
  expect(await led('/maintenance?next=/cards', admin.token)).toBe('/cards');
  expect(await led('/no/such/page')).toBe(404);
});

test('the login page and the one to register say so before anything is typed', async () => {
  expect(await (await get('/login')).text()).toContain('until it opens again only admins can use it');
  const registration = await (await get('/register')).text();
  expect(registration).toContain('You can create an account once it is open again.');
  expect(registration).not.toContain('Create account</button>');
});

test('a form for everybody that needs the shop leads to /maintenance too', async () => {
  const { status, headers } = await fetch(`http://${host}/forgot`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `username=${buyer.username}`,
  });
  expect([status, headers.get('location')]).toEqual([302, '/maintenance?next=%2Fforgot']);
});

test('the feed of news answers 503 with Retry-After, so that readers keep it and come back', async () => {
  const { body } = await shop.as(admin)(openNewsFeed);
  const { pathname, search } = new URL(body.data.url ?? '');
  const feed = await get(pathname + search);
  expect([feed.status, feed.headers.get('retry-after')]).toEqual([503, '60']);
});

test('health, files and the reference of the API answer as ever', async () => {
  const page = await (await get('/login')).text();
  const script = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const icon = /"(\/assets\/[^"]+\.svg)"/.exec(page)?.[1] ?? '';
  for (const path of ['/healthz', '/readyz', icon, '/robots.txt', script, '/api/openapi.json', '/api/docs']) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
});

test('a socket opens, but hears nothing without a signature, which only admins get', async () => {
  const sockets = [await LiveSocket.open(host), await LiveSocket.open(host)];
  const [of, other] = sockets as [LiveSocket, LiveSocket];
  const sign = (socket: LiveSocket, { id, token }: { id: string; token: string }) =>
    shop.request(authoriseChannel, { token, body: { socket_id: socket.id, channel_name: `private-user.${id}` } });
  const refused = await sign(of, buyer);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  const page = await fetch(`http://${host}/live/auth`, {
    method: 'POST',
    headers: { origin: `http://${host}`, 'content-type': 'application/json', cookie: `facevalue=${buyer.token}` },
    body: JSON.stringify({ socket_id: of.id, channel_name: `private-user.${buyer.id}` }),
  });
  expect(page.status).toBe(503);
  other.send('pusher:subscribe', { channel: `private-user.${admin.id}`, ...(await sign(other, admin)).body });
  await other.frame('pusher_internal:subscription_succeeded');
  for (const { ws } of sockets) ws.close();
});
