import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contracts/call.ts';
import { login, register } from '#contracts/identity/auth.ts';
import { calls } from '#contracts/index.ts';
import { getSettings } from '#contracts/office/operations.ts';
import { translate } from '#i18n/translate.ts';
import { AppError } from '#platform/http/errors.ts';
import { parseInput } from '#platform/http/parse-input.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop({ requests_per_minute: 1_000_000 });
const buyer = await shop.createUser({ balance_cents: 1000 });
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  shop.app.request(`http://localhost${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}`, ...headers },
  });

describe('bodies', () => {
  test.for([
    ['malformed JSON', '{"ids": [', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
    ['1,000 levels', '['.repeat(1000) + ']'.repeat(1000), 400],
    ['a number out of range', '{"expected_total_cents": 1e309}', 422],
    ['a float of cents', '{"expected_total_cents": 10.5}', 422],
    ['a negative amount', '{"expected_total_cents": -1}', 422],
    ['an unknown field', '{"user_id": "x"}', 422],
    ['__proto__', '{"__proto__": {"role": "admin"}}', 422],
    ['NUL in a text', '{"ids": ["\\u0000"]}', 422],
    ['half a surrogate pair', '{"ids": ["\\ud800"]}', 422],
    ['65 KiB', JSON.stringify({ ids: ['x'.repeat(65 * 1024)] }), 413],
  ] as const)('%s is refused', async ([, body, status]) => {
    const response = await post('/api/invoices', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('message');
  });

  test('another content type is refused', async () => {
    expect((await post('/api/invoices', '{}', { 'content-type': 'text/plain' })).status).toBe(400);
  });

  test('a body without a length is cut off at the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const response = await shop.app.request('http://localhost/api/invoices', {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` },
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(20);
  });
});

describe('queries', () => {
  const get = (path: string) =>
    shop.app.request(`http://localhost${path}`, { headers: { authorization: `Bearer ${buyer.token}` } });
  test.for([
    '/api/cards?sort=random',
    '/api/cards?per_page=101',
    '/api/cards?per_page=1e6',
    '/api/cards?page=1&q=a&q=b',
    '/api/cards?country=usa',
    '/api/cards?q=%00',
    '/api/cards?cursor=garbage',
    '/api/cards?price_min=-1',
    '/api/invoices?page=0',
  ])('%s is refused', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(422);
    expect(await response.json()).toHaveProperty('errors');
  });

  test('an id that is none is a 404, and a call that is none says where the API is described', async () => {
    expect((await get('/api/invoices/1')).status).toBe(404);
    expect((await get("/api/invoices/'%20or%201=1")).status).toBe(404);
    expect((await get('/api/nothing')).status).toBe(404);
    const wrong = await shop.app.request('http://localhost/api/rates', { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('refused fields', () => {
  const written = Object.entries(calls).filter(([, each]) => each.body);
  const fill = ({ body }: Call, value: unknown) =>
    body instanceof z.ZodObject ? Object.fromEntries(Object.keys(body.shape).map((name) => [name, value])) : {};
  const refusalOf = (each: Call, body: unknown) => {
    try {
      parseInput({ ...each, params: undefined, query: undefined }, { params: {}, query: {}, body });
    } catch (error) {
      if (error instanceof AppError) return error.errors ?? {};
      throw error;
    }
    return {};
  };

  test.for(written)('%s says nothing twice about one field', ([, each]) => {
    for (const value of [undefined, null, '', ' ', 0, -1, 'x'.repeat(20_000), [], {}]) {
      for (const texts of Object.values(refusalOf(each, fill(each, value)))) {
        const said = texts.map((text) => translate('en', text));
        expect(said).toEqual([...new Set(said)]);
      }
    }
  });

  test('an empty sign-in asks for the password once', () => {
    const { password } = refusalOf(login, { username: '', password: '' });
    expect(password?.map((text) => translate('en', text))).toEqual(['Enter your password.']);
  });
});

test('no call answers anything from outside with a 5xx', async () => {
  const posts = Object.values(calls).filter(
    (each) => each.body && each !== calls.register && each !== calls.login && each !== calls.changePassword,
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posts), fc.json({ maxDepth: 3 }), async (each: Call, body) => {
      const path = each.path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');
      const response = await shop.app.request(`http://localhost${path}`, {
        method: each.method,
        body,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` },
      });
      expect(response.status, `${each.method} ${path} ${body}`).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
});

describe('the frame', () => {
  test('every answer has the security headers, refusals included', async () => {
    for (const path of ['/healthz', '/api/cards', '/api/nothing', '/api/docs', '/api/openapi.json']) {
      const { headers } = await shop.app.request(`http://localhost${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/script-src ('none'|'self' 'nonce-[\w+/=]{24}')/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const secure = await createTestShop({
      public_url: 'https://shop.example',
      allowed_hosts: new Set(['shop.example']),
    });
    const { headers } = await secure.app.request('https://shop.example/healthz');
    expect(headers.get('strict-transport-security')).toContain('max-age=63072000');
  });

  test('a nonce is used once', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () =>
        (await shop.app.request('http://localhost/healthz')).headers.get('content-security-policy'),
      ),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  test('another host is sent to /domains, and the API refuses it', async () => {
    const page = await shop.app.request('http://evil.example/cards');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/domains']);
    expect((await shop.app.request('http://evil.example/api/auth/status')).status).toBe(421);
    expect((await shop.app.request('http://evil.example/healthz')).status).toBe(200);
  });

  test('health and readiness are open, and ready means the database answers', async () => {
    expect(await (await shop.app.request('http://localhost/healthz')).text()).toBe('ok\n');
    expect((await shop.app.request('http://localhost/readyz')).status).toBe(200);
  });

  test('the API takes the token from the header only', async () => {
    const response = await shop.app.request('http://localhost/api/auth/users', {
      headers: { cookie: `facevalue=${buyer.token}` },
    });
    expect(response.status).toBe(401);
  });

  test('maintenance closes the API to all but admins', async () => {
    const closed = await createTestShop({ maintenance: true });
    const [admin, visitor] = [await closed.createUser({ role: 'admin' }), await closed.createUser()];
    expect((await closed.as(visitor)(calls.listOrders as Call)).status).toBe(503);
    expect((await closed.as(admin)(calls.listOrders as Call)).status).toBe(200);
    expect((await closed.as(null)(calls.getAuthStatus as Call)).status).toBe(200);
  });

  test('a caller over the limit gets a 429 with errors and Retry-After, others do not', async () => {
    const tight = await createTestShop({ requests_per_minute: 3 });
    const [busy, calm] = [await tight.createUser(), await tight.createUser()];
    const ask = (user: { token: string }) => tight.as(user)(calls.getCurrentUser as Call);
    for (let i = 0; i < 3; i++) expect((await ask(busy)).status).toBe(200);
    const refused = await ask(busy);
    expect(refused.status).toBe(429);
    expect(refused.body.errors).toBeDefined();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(calm)).status).toBe(200);
  });

  test('an unexpected error tells an id and nothing else', async () => {
    const broken = await createTestShop();
    const user = await broken.createUser();
    await broken.sql`alter table orders rename to orders_gone`;
    const { status, body } = await broken.as(user)(calls.listOrders as Call);
    expect(status).toBe(500);
    expect(body.message).toMatch(
      /^Something went wrong on our side\. If you report it, please quote this ID: [\w-]{36}$/,
    );
    expect(Object.keys(body)).toEqual(['message']);
    expect(broken.logged.join('')).toContain('orders');
  });
});

const documentFor = (headers: Record<string, string> = {}) =>
  shop.app.request('http://localhost/api/openapi.json', { headers });

test('the OpenAPI document and the settings page name the release that runs', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect((await (await documentFor()).json()).info.version).toBe(version);
  const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
  expect((await auditor(getSettings)).body.data.versions.facevalue).toBe(version);
});

test('the OpenAPI document names every call to staff, and to others those that are not of the back office', async () => {
  const staff = await shop.createUser({ role: 'admin' });
  type Document = {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security?: unknown }>>;
  };
  const whole = (await (await documentFor({ authorization: `Bearer ${staff.token}` })).json()) as Document;
  const open = (await (await documentFor()).json()) as Document;
  expect(whole.openapi).toBe('3.1.0');
  const page = await (await shop.app.request('http://localhost/api/docs')).text();
  for (const [name, each] of Object.entries(calls)) {
    const of = ({ paths }: Document) => paths[each.path]?.[each.method.toLowerCase()];
    expect(of(whole)?.operationId).toBe(name);
    const bearer = each.guards.includes('auth') ? [{ bearer: [] }] : [];
    const security = each.guards.includes('catalogue') ? [{ bearer: [] }, {}] : bearer;
    expect([name, of(whole)?.security]).toEqual([name, security]);
    const office = each.guards.some((guard) => guard.startsWith('admin'));
    expect([name, of(open)?.operationId, page.includes(`id="${name}"`)]).toEqual([
      name,
      office ? undefined : name,
      !office,
    ]);
  }
  expect(whole.paths).not.toHaveProperty('/api/nothing');
  const body = JSON.stringify(open.paths['/api/auth/register']);
  expect(body).toContain('"additionalProperties":false');
  expect(register.path).toBe('/api/auth/register');
  for (const other of [await shop.createUser(), await shop.createUser({ role: 'admin', duties: ['seller'] })])
    expect(await (await documentFor({ authorization: `Bearer ${other.token}` })).json()).toEqual(open);
});

test('the OpenAPI document is packed, kept by its readers, and given ten times a minute to each network', async () => {
  const fresh = await createTestShop();
  const ask = (headers: Record<string, string> = {}) =>
    fresh.app.request('http://localhost/api/openapi.json', { headers });
  const plain = await ask();
  const size = (await plain.arrayBuffer()).byteLength;
  const etag = plain.headers.get('etag')!;
  expect(plain.headers.get('cache-control')).toBe('public, max-age=3600');
  for (const encoding of ['br', 'gzip']) {
    const packed = await ask({ 'accept-encoding': `deflate, ${encoding}` });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect((await packed.arrayBuffer()).byteLength).toBeLessThan(size / 10);
  }
  const known = await ask({ 'if-none-match': etag });
  expect([known.status, await known.text()]).toEqual([304, '']);
  for (let n = 0; n < 6; n++) expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  expect((await ask()).status).toBe(429);
});

test('the readable page names the app key that a Pusher client needs, and says so where it is a demo', async () => {
  const read = async (app: typeof shop.app) => (await app.request('http://localhost/api/docs')).text();
  const page = await read(shop.app);
  expect(page).toContain('ws://localhost with the app key facevalue');
  expect(page).toContain('This shop runs in demo mode');
  const real = await createTestShop({ demo: false, pusher_url: 'https://own-key:canary@push.example/apps/1' });
  const other = await read(real.app);
  expect(other).toContain('wss://push.example:443 with the app key own-key');
  expect(other).not.toMatch(/demo|canary/);
});
