import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { defaultBranding, saveBranding } from '#contracts/messages/branding.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const get = (path: string, headers: Record<string, string> = {}) => app.request(`http://localhost${path}`, { headers });

/** Width and height in the header of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the manifest names the app, its start and its shortcuts in the language of the browser', async () => {
  const response = await get('/manifest.webmanifest', { 'accept-language': 'de' });
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  expect(await response.json()).toMatchObject({
    name: 'Facevalue',
    lang: 'de',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    shortcuts: [{ url: '/cards' }, { name: 'Warenkorb', url: '/cart' }, { url: '/orders' }, { url: '/billing' }],
  });
});

test("the operator's name is the app's, in the manifest, on the offline page and so in the worker", async () => {
  const { VERSION } = await constantsOf('/sw.js');
  const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
  await publisher(saveBranding, { body: { ...defaultBranding, name: 'Karten <& Co' } });
  const manifest = await (await get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Karten <& Co', short_name: 'Karten <& Co' });
  expect(manifest.description).toMatch(/^Karten <& Co sells/);
  expect(await (await get('/offline')).text()).toContain('· Karten &lt;&amp; Co</title>');
  expect((await constantsOf('/sw.js')).VERSION).not.toBe(VERSION);
  await publisher(saveBranding, { body: defaultBranding });
});

test('every icon is a picture of the size that is promised, one of them maskable', async () => {
  const { icons } = await (await get('/manifest.webmanifest')).json();
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons) expect(sizeOf(Buffer.from(await (await get(src)).arrayBuffer()))).toBe(sizes);
  const page = await (await get('/login')).text();
  const [, apple = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
  expect(sizeOf(Buffer.from(await (await get(apple)).arrayBuffer()))).toBe('180x180');
  expect(page).toContain('rel="manifest" href="/manifest.webmanifest"');
});

test('the offline page is the same for everybody, and everything it needs is kept', async () => {
  const { token } = await shop.createUser();
  const page = await (await get('/offline', { cookie: `facevalue=${token}; facevalue_locale=de` })).text();
  expect(page).toBe(await (await get('/offline', { 'accept-language': 'de' })).text());
  expect(page).toContain('<html lang="de">');
  const needed = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  const { FILES } = await constantsOf('/sw.js');
  expect(FILES).toEqual(['/offline', ...needed]);
  for (const file of FILES) expect((await get(file)).status).toBe(200);
});

async function constantsOf(path: string, headers = {}): Promise<{ VERSION: string; FILES: string[] }> {
  const [head = ''] = (await (await get(path, headers)).text()).split('\n//', 1);
  return runInContext(`${head}; ({ VERSION, FILES })`, createContext());
}

test('another language is another worker, so that the kept page changes with it', async () => {
  const english = await constantsOf('/sw.js');
  expect(await constantsOf('/sw.js')).toEqual(english);
  expect((await constantsOf('/sw.js', { 'accept-language': 'de' })).VERSION).not.toBe(english.VERSION);
});

/** The worker with its network and its cache in the hands of the test. */
async function startWorker() {
  const listeners: Record<string, (event: object) => void> = {};
  const stores = new Map<string, Map<string, string>>([['offline of an older release', new Map([['/old', 'old']])]]);
  const world = {
    online: true,
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener;
      },
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
      registration: {},
      location: { origin: 'https://shop.example' },
    },
    URL,
    Response: { error: () => 'a network error' },
    fetch: async ({ url }: { url: string }) => {
      if (!world.online) throw new TypeError('Failed to fetch');
      return `network ${url}`;
    },
    caches: {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map<string, string>();
        stores.set(name, store);
        return { addAll: async (paths: string[]) => paths.map((path) => store.set(path, `kept ${path}`)) };
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (asked: string | { url: string }) => {
        const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname;
        return [...stores.values()].find((store) => store.has(path))?.get(path);
      },
    },
  };
  runInContext(await (await get('/sw.js')).text(), createContext(world));
  const dispatch = async (name: string, event: object = {}) => {
    let answer: unknown;
    const take = (promise: unknown) => {
      answer = promise;
    };
    listeners[name]?.({ ...event, waitUntil: take, respondWith: take });
    return await answer;
  };
  const open = (path: string, request = {}) =>
    dispatch('fetch', { request: { url: `https://shop.example${path}`, method: 'GET', mode: 'navigate', ...request } });
  return { world, stores, dispatch, open };
}

test('pages come from the network, and only without one the offline page takes their place', async () => {
  const { world, stores, dispatch, open } = await startWorker();
  await dispatch('install');
  await dispatch('activate');
  expect([...stores.values()].map((store) => [...store.keys()])).toEqual([(await constantsOf('/sw.js')).FILES]);
  expect(await open('/orders')).toBe('network https://shop.example/orders');
  world.online = false;
  expect(await open('/orders')).toBe('kept /offline');
  for (const [path, request] of [
    ['/orders', { method: 'POST' }],
    ['/orders.data', { mode: 'cors' }],
    ['/api/carts', { mode: 'cors' }],
    ['/assets/other.js', { mode: 'no-cors' }],
  ] as const)
    expect(await open(path, request), path).toBeUndefined();
  // Nothing that was requested has been cached.
  expect([...stores.values()].flatMap((store) => [...store.keys()])).toHaveLength(3);
});

test('the worker is plain JavaScript that runs as it is in the repository', async () => {
  const source = await readFile(new URL('../../src/web/service-worker.js', import.meta.url), 'utf8');
  expect((await (await get('/sw.js')).text()).endsWith(source)).toBe(true);
});
