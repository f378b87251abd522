import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({ ALLOWED_HOSTS: 'localhost,127.0.0.1,shop.example' });
const { port } = new URL(shop.url);
const canonical = `http://localhost:${port}`;

interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** The shop's response to exactly these lines. */
async function send(...lines: string[]): Promise<Answer> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'close');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

const get = (path: string, ...headers: string[]) => send(`GET ${path} HTTP/1.1`, ...headers);

function expectOurHeaders({ headers }: Answer): void {
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
}

test.each(['shop.example', 'localhost', 'SHOP.example', 'shop.example:8080', `127.0.0.1:${port}`])(
  'the shop is served on %s',
  async (host) => {
    expect((await get('/login', `Host: ${host}`)).status).toBe(200);
  },
);

test.each(['evil.example', 'shop.example.evil.example', 'evil-shop.example', '[::1]', 'shop.example.'])(
  'a page asked for on %s leads to /domains, which names the canonical host only; the API refuses it',
  async (host) => {
    const page = await get('/login', `Host: ${host}`);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/domains']);
    expectOurHeaders(page);
    expect((await get('/api/auth/status', `Host: ${host}`)).status).toBe(421);
    const told = await get('/domains', `Host: ${host}`);
    expect(told.status).toBe(200);
    expect(told.body).toContain(`href="${canonical}"`);
    expect(told.body.replaceAll(canonical, '')).not.toContain(host);
  },
);

test('the host is the one of the request line, and a header beside it may not name another', async () => {
  const refused = [302, '/domains'];
  for (const [target, host] of [
    ['http://evil.example/login', 'shop.example'],
    ['http://shop.example/login', 'evil.example'],
    ['http://shop.example@evil.example/login', 'shop.example'],
  ]) {
    const { status, headers } = await send(`GET ${target} HTTP/1.1`, `Host: ${host}`);
    expect([status, headers.get('location')], `${target} ${host}`).toEqual(refused);
  }
  expect((await send('GET http://shop.example/login HTTP/1.1', 'Host: shop.example')).status).toBe(200);
});

test.each(['X-Forwarded-Host', 'X-Host', 'X-Forwarded-Server', 'X-Original-URL', 'X-Rewrite-URL'])(
  '%s is not believed',
  async (name) => {
    const page = await get('/login', 'Host: shop.example', `${name}: evil.example`);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.example');
    expect((await get('/login', 'Host: evil.example', `${name}: shop.example`)).status).toBe(302);
  },
);

test.each([
  ['no host', []],
  ['an empty host', ['Host: ']],
  ['a host with a space', ['Host: shop.example evil.example']],
  ['a host with a path', ['Host: shop.example/evil']],
  ['a host with a query', ['Host: shop.example?x']],
  ['a host with a name before it', ['Host: shop@evil.example']],
  ['a host with a backslash', ['Host: shop.example\\evil']],
  ['a port that is none', ['Host: shop.example:port']],
  ['a port that is too high', ['Host: shop.example:99999']],
  ['two hosts in one', ['Host: shop.example,evil.example']],
  ['a host of markup', ['Host: <script>alert(1)</script>']],
])('%s is refused with our headers, and says nothing back', async (_what, headers) => {
  for (const path of ['/login', '/api/auth/status']) {
    const answer = await get(path, ...headers);
    expect([302, 400, 421]).toContain(answer.status);
    expectOurHeaders(answer);
    expect(answer.body).not.toMatch(/evil|script/);
  }
});

test.each([
  ['no HTTP', ['HELLO']],
  ['a header without a colon', ['GET / HTTP/1.1', 'Host: shop.example', 'nonsense']],
  ['two lengths', ['POST / HTTP/1.1', 'Host: shop.example', 'Content-Length: 1', 'Content-Length: 2']],
  ['a length and chunks', ['POST / HTTP/1.1', 'Host: shop.example', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
])('%s is answered with our headers too', async (_what, lines) => {
  const answer = await send(...(lines as string[]));
  expect(answer.status).toBe(400);
  expectOurHeaders(answer);
});

test('headers that are too many are refused with our headers', async () => {
  const answer = await get('/login', 'Host: shop.example', `Cookie: ${'x'.repeat(20_000)}`);
  expect(answer.status).toBe(431);
  expectOurHeaders(answer);
});
