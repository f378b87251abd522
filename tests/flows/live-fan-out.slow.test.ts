import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { logout } from '#contracts/identity/auth.ts';
import { authoriseChannel, authoriseSocket } from '#contracts/identity/realtime.ts';
import { notify } from '#features/messages/notifications/notify.ts';
import { publishUserEvent } from '#features/messages/notifications/publish-user-event.ts';
import type { Config } from '#platform/config.ts';
import { createLiveShop, serveLive, type WebProcess } from '#tests/support/live-shop.ts';
import { LiveSocket } from '#tests/support/live-socket.ts';
import { createRedis } from '#tests/support/redis.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';

async function listen(shop: TestShop, { host }: WebProcess, user: TestUser): Promise<LiveSocket> {
  const socket = await LiveSocket.open(host);
  const channel = `private-user.${user.id}`;
  const { body } = await shop.as(user)(authoriseChannel, { body: { socket_id: socket.id, channel_name: channel } });
  socket.send('pusher:subscribe', { channel, ...body });
  await socket.frame('sequence');
  return socket;
}

async function twoProcesses(settings: Partial<Config> = {}) {
  const shop = await createLiveShop(settings);
  return { shop, first: shop.web, second: await serveLive(shop) };
}

/** Each process publishes events for a user who is connected to both. */
async function reachesBoth({ shop, first, second }: Awaited<ReturnType<typeof twoProcesses>>): Promise<void> {
  const user = await shop.createUser();
  const sockets = [await listen(shop, first, user), await listen(shop, second, user)];
  await notify(first.sql, user.id, { type: 'info', title: 'from the first', content: '' });
  await notify(second.sql, user.id, { type: 'info', title: 'from the second', content: '' });
  for (const socket of sockets) {
    await socket.frame('notification', ({ data }) => data.title === 'from the second');
    const told = socket.frames
      .filter(({ event }) => event === 'notification')
      .map(({ data }) => [data.seq, data.title]);
    expect(told).toEqual([
      [1, 'from the first'],
      [2, 'from the second'],
    ]);
  }
}

describe('two web processes on one database', async () => {
  const processes = await twoProcesses();
  const { shop, first, second } = processes;

  test('a message sent by one reaches a socket on the other by LISTEN, and so does the end of a session', async () => {
    await reachesBoth(processes);
    const user = await shop.createUser();
    const socket = await listen(shop, second, user);
    await first.sql`update users set disabled_at = now() where id = ${user.id}`;
    expect(await socket.code()).toBe(4009);
  });

  test('500 events written by both at once arrive everywhere, each once and in order', async () => {
    const users = [await shop.createUser(), await shop.createUser()];
    const sockets = await Promise.all(users.flatMap((user) => [listen(shop, first, user), listen(shop, second, user)]));
    const writes = Array.from({ length: 500 }, (_, n) =>
      publishUserEvent([first, second][n % 2]!.sql, users[n % 4 < 2 ? 0 : 1]!.id, 'order', { id: String(n) }),
    );
    await Promise.all(writes);
    for (const socket of sockets) {
      await socket.frame('order', ({ data }) => data.seq === 250);
      const numbers = socket.frames.filter(({ event }) => event === 'order').map(({ data }) => data.seq);
      expect(numbers).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    }
  });

  test('a listening connection that is cut loses nothing', async () => {
    const user = await shop.createUser();
    const socket = await listen(shop, second, user);
    await shop.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
    await publishUserEvent(first.sql, user.id, 'cart');
    await publishUserEvent(second.sql, user.id, 'order');
    await Promise.all([socket.frame('order'), socket.frame('cart')]);
    const numbers = socket.frames.flatMap(({ event, data }) => (/^(cart|order)$/.test(event) ? [data.seq] : []));
    expect(numbers).toEqual([1, 2]);
  });
});

describe('by Redis', async () => {
  const redis = await createRedis();
  const processes = await twoProcesses({ redis_url: redis.url });
  const { shop, second } = processes;

  test('a message sent by one process reaches a socket on the other, without LISTEN; without Redis it comes later', async () => {
    await redis.start();
    await reachesBoth(processes);
    const listening = await shop.sql`
      select from pg_stat_activity where datname = current_database() and query ilike 'listen%events_placed%'`;
    expect(listening.length).toBe(0);

    await redis.stop();
    const user = await shop.createUser();
    const socket = await listen(shop, second, user);
    await publishUserEvent(processes.first.sql, user.id, 'cart');
    await socket.frame('cart');
    await redis.start();
    await reachesBoth(processes);
  });
});

describe('by another server of the protocol', async () => {
  const app = { id: '42', key: 'their-key', secret: 'their-secret' };
  type Batch = { channel: string; name: string; data: string }[];

  /** Takes what the protocol's HTTP API takes, and refuses what is not signed right. */
  async function startTheirs() {
    const batches: Batch[] = [];
    const faults: string[] = [];
    const ended = new Set<string>();
    let broken = false;
    const server = createServer(async (request, response) => {
      const body = await bodyOf(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      if (broken) return response.writeHead(500).end('{}');
      const { auth_signature, ...signed } = Object.fromEntries(searchParams);
      const query = Object.entries(signed)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join('&');
      const expected = createHmac('sha256', app.secret)
        .update(`${request.method}\n${pathname}\n${query}`)
        .digest('hex');
      const md5 = createHash('md5').update(body).digest('hex');
      if (auth_signature !== expected || signed.body_md5 !== md5 || signed.auth_key !== app.key)
        faults.push(`${request.method} ${request.url}`);
      const user = /\/users\/([^/]+)\/terminate_connections$/.exec(pathname)?.[1];
      if (user) ended.add(user);
      else if (pathname !== `/apps/${app.id}/batch_events`) faults.push(pathname);
      else batches.push(JSON.parse(body).batch);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterAll(() => server.close());
    const { port } = server.address() as AddressInfo;
    return {
      batches,
      ended,
      faults,
      port,
      url: `http://${app.key}:${app.secret}@127.0.0.1:${port}/apps/${app.id}`,
      fail: (now: boolean) => {
        broken = now;
      },
    };
  }

  async function bodyOf(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  const theirs = await startTheirs();
  const { shop, first, second } = await twoProcesses({ pusher_url: theirs.url });

  test('every event is sent there once, signed, in order, at most ten at a time, in the language of the user', async () => {
    const user = await shop.createUser();
    await shop.sql`update users set locale = 'de' where id = ${user.id}`;
    await notify(first.sql, user.id, { type: 'info', title: { key: 'error.forbidden' }, content: 'x' });
    theirs.fail(true);
    for (let n = 0; n < 24; n++) await publishUserEvent((n % 2 ? first : second).sql, user.id, 'cart');
    theirs.fail(false);
    await expect.poll(() => theirs.batches.flat().length).toBe(25);
    expect(theirs.faults).toEqual([]);
    expect(theirs.batches.every((batch) => batch.length <= 10)).toBe(true);
    const events = theirs.batches.flat();
    expect(events.map(({ data }) => JSON.parse(data).seq)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
    expect(events[0]).toMatchObject({ channel: `private-user.${user.id}`, name: 'notification' });
    expect(JSON.parse(events[0]!.data)).toMatchObject({ type: 'info', title: 'Zugriff verweigert', content: 'x' });
  });

  test('a socket signs in as its user there, and is closed when the user signs out', async () => {
    const [user, other] = [await shop.createUser(), await shop.createUser()];
    const { body } = await shop.as(user)(authoriseSocket, { body: { socket_id: '1.2' } });
    const user_data = JSON.stringify({ id: user.id });
    const signature = createHmac('sha256', app.secret).update(`1.2::user::${user_data}`).digest('hex');
    expect(body).toEqual({ auth: `${app.key}:${signature}`, user_data });
    expect((await shop.as(user)(logout)).status).toBe(204);
    await expect.poll(() => theirs.ended.has(user.id)).toBe(true);
    expect(theirs.ended.has(other.id)).toBe(false);
    expect(theirs.faults).toEqual([]);
  });

  test('channels are signed with its secret, and no socket is taken here', async () => {
    const user = await shop.createUser();
    const channel = `private-user.${user.id}`;
    const { body } = await shop.as(user)(authoriseChannel, { body: { socket_id: '1.2', channel_name: channel } });
    const signature = createHmac('sha256', app.secret).update(`1.2:${channel}`).digest('hex');
    expect(body).toEqual({ auth: `${app.key}:${signature}` });
    const page = await shop.app.request('http://localhost/login');
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ws://127.0.0.1:${theirs.port}`);
    await expect(LiveSocket.open(first.host)).rejects.toThrow();
  });
});

describe('what is refused before it is a socket', async () => {
  const statusOf = (socket: LiveSocket) =>
    new Promise((resolve) => socket.ws.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode)));
  const { web } = await createLiveShop({ requests_per_minute: 8 });
  const tls = { public_url: 'https://127.0.0.1', allowed_hosts: new Set(['127.0.0.1']) };
  const proxied = await createLiveShop({ ...tls, trusted_proxies: ['127.0.0.1'] });
  const direct = await createLiveShop(tls);

  test('a page of another site, another host, and too many from one network', async () => {
    const { host } = web;
    for (const origin of ['https://elsewhere.example', 'null', `http://${host}.elsewhere.example`])
      expect(await statusOf(new LiveSocket(host, { origin }))).toBe(403);
    expect(await statusOf(new LiveSocket(host, { headers: { host: 'elsewhere.example' } }))).toBe(421);
    for (const origin of [`http://${host}`, 'http://localhost']) await LiveSocket.open(host, { origin });
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => {
        const socket = new LiveSocket(host);
        return Promise.race([statusOf(socket), socket.frame('pusher:connection_established').then(() => 101)]);
      }),
    );
    expect(answers.filter((status) => status === 429).length).toBe(3);
  });

  test('no TLS where the shop is served by TLS, as far as a trusted proxy says', async () => {
    const codeBy = (host: string, proto?: string) => new LiveSocket(host, { headers: proxyHeaders(proto) }).code();
    const proxyHeaders = (proto?: string): Record<string, string> => (proto ? { 'x-forwarded-proto': proto } : {});
    expect(await codeBy(proxied.web.host)).toBe(4000);
    expect(await codeBy(proxied.web.host, 'http')).toBe(4000);
    expect(await codeBy(direct.web.host, 'https')).toBe(4000);
    await LiveSocket.open(proxied.web.host, { headers: proxyHeaders('https') });
  });
});
