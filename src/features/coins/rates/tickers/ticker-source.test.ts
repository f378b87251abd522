import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readCrosses } from './read-crosses.ts';
import { readTicker } from './read-ticker.ts';
import { tickerSource } from './ticker-source.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1000;

async function server(answer: () => { status?: number; body?: string; headers?: Record<string, string> } | null) {
  let hits = 0;
  const http = createServer((_, response) => {
    hits++;
    const reply = answer();
    if (reply) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, hits: () => hits };
}

test.each([
  [
    'Kraken',
    {
      error: [],
      result: { XXBTZUSD: { a: ['61002', '1'], b: ['61000', '1'] }, XETHZUSD: { a: ['3001'], b: ['2999'] } },
    },
  ],
  [
    'CoinGecko simple',
    { bitcoin: { usd: 61001, last_updated_at: seconds }, ethereum: { usd: 3000, last_updated_at: seconds } },
  ],
  [
    'CoinGecko markets',
    [
      { id: 'bitcoin', current_price: 61001, last_updated: now.toISOString() },
      { id: 'ethereum', current_price: 3000, last_updated: now.toISOString() },
      { id: 'dogecoin', current_price: 1 },
    ],
  ],
  [
    'CoinMarketCap',
    [
      { id: 'bitcoin', price_usd: '61001', last_updated: String(seconds) },
      { id: 'ethereum', price_usd: '3000.0', last_updated: String(seconds) },
    ],
  ],
])("%s's answer is read", (_, answer) => {
  const prices = readTicker(answer);
  expect(prices.map(({ coin, usd_e9 }) => [coin, usd_e9])).toEqual([
    ['BTC', 61_001_000_000_000n],
    ['ETH', 3_000_000_000_000n],
  ]);
});

test.each([
  [{ result: { USDVND: { a: ['25400'], b: ['25400'] } } }, 'VND', 39_370n],
  [{ result: { USDIRR: { a: ['1065000'], b: ['1065000'] } } }, 'IRR', 939n],
  [{ result: { ZUSDZJPY: { a: ['156.4321'], b: ['156.4321'] } } }, 'JPY', 6_392_550n],
  [{ bitcoin: { usd: 95_000, lbp: 8_502_500_000 } }, 'LBP', 11_173n],
  [{ bitcoin: { usd: 95_000, kwd: 29_165 } }, 'KWD', 3_257_328_990n],
])('%j tells the dollars for one unit to the nearest billionth', (answer, currency, usd_e9) => {
  expect(readCrosses(answer)).toMatchObject([{ currency, usd_e9 }]);
});

test('an answer of 200 with an error in it is refused, and a wrong price spoils only its coin', () => {
  expect(() => readTicker({ error: ['EGeneral:Too many requests'] })).toThrow(/Too many/);
  expect(() => readTicker('nope')).toThrow(/neither/);
  expect(readTicker({ bitcoin: { usd: -1 }, ethereum: { usd: 3000 } })).toEqual([
    { coin: 'ETH', usd_e9: 3_000_000_000_000n, at: null },
  ]);
});

test('a price from the future is left out; without a time of its own it counts from the request', async () => {
  let body = JSON.stringify({ ethereum: { usd: 3000, last_updated_at: seconds + 300 } });
  const { url } = await server(() => ({ body }));
  const source = tickerSource(url);
  await source.poll(now);
  expect(source.last.size).toBe(0);
  body = JSON.stringify({ ethereum: { usd: 3000 } });
  await source.poll(now);
  expect(source.last.get('ETH')).toEqual({ usd_e9: 3_000_000_000_000n, at: now });
});

test.each([
  ['an error status', () => ({ status: 500 })],
  ['a page', () => ({ body: '<html>' })],
  ['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
  ['too much', () => ({ body: `"${'x'.repeat(1_100_000)}"` })],
])('after three times %s the source rests, longer each time', async (_, answer) => {
  const { url, hits } = await server(answer);
  const source = tickerSource(url);
  const poll = (afterMs: number) => source.poll(new Date(now.getTime() + afterMs)).catch(() => {});
  for (let i = 0; i < 10; i++) await poll(0);
  expect(hits()).toBe(3);
  await poll(15_001);
  await poll(30_002);
  expect(hits()).toBe(4);
  await poll(45_003);
  expect(hits()).toBe(5);
});

test('a source that does not answer fails after a while', async () => {
  const { url } = await server(() => null);
  await expect(tickerSource(url).poll(now)).rejects.toThrow(/timeout/i);
});
