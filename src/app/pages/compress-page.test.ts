import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressPage } from './compress-page.ts';

const html = `<!DOCTYPE html>${'<p>Tarjeta de 25 €</p>'.repeat(200)}`;

async function ask(accepted: string | null, page = new Response(html, { headers: { 'content-type': 'text/html' } })) {
  const app = new Hono();
  app.all('*', (c) => compressPage(c, page));
  const response = await app.request('/', { headers: accepted === null ? {} : { 'accept-encoding': accepted } });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

const decoders: Record<string, (body: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['zstd;q=0, br;q=0, gzip;q=0.5', 'gzip'],
])('a browser that takes %s gets %s', async (accepted, encoding) => {
  const { response, body } = await ask(accepted);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('content-length')).toBe(String(body.length));
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(body.length).toBeLessThan(html.length / 5);
  expect(decoders[encoding]!(body).toString()).toBe(html);
});

test.each([null, '', 'identity', 'deflate', 'gzip;q=0'])(
  'a client that takes %s gets the page as it is',
  async (accepted) => {
    const { response, body } = await ask(accepted);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(body.toString()).toBe(html);
  },
);

test('status, cookies and what varies besides stay', async () => {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', vary: 'Cookie' });
  for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
  const { response } = await ask('br', new Response(html, { status: 422, headers }));
  expect(response.status).toBe(422);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('vary')).toBe('Cookie, Accept-Encoding');
});

test.each([
  ['a redirect', new Response(null, { status: 302, headers: { location: '/login' } })],
  ['a file', new Response(html, { headers: { 'content-type': 'text/csv' } })],
  ['a short page', new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ['what is encoded', new Response(html, { headers: { 'content-type': 'text/html', 'content-encoding': 'br' } })],
])('%s is not compressed', async (_what, page) => {
  const encoding = page.headers.get('content-encoding');
  const text = await page.clone().text();
  const { response, body } = await ask('zstd', page);
  expect([response.headers.get('content-encoding'), body.toString()]).toEqual([encoding, text]);
});
