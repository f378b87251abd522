import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listRates, rateHistory } from '#contracts/rates.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { refreshRates } from './refresh-rates.ts';
import { tickerSource } from './ticker-source.ts';

const shop = await createTestShop();
const buyer = await shop.createUser();

type Answer = string | ((response: ServerResponse) => void);
/** Each ticker's reply, by path. */
const answers = new Map<string, Answer>();
const asked: string[] = [];
const http = createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://ticker').pathname;
  asked.push(request.url ?? '');
  const answer = answers.get(path);
  if (typeof answer === 'function') answer(response);
  else response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer);
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  http.closeAllConnections();
  http.close();
});
const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const urls = {
  kraken: `${base}/0/public/Ticker?pair=XBTUSD,ETHUSD,LTCUSD`,
  simple: `${base}/api/v3/simple/price?ids=bitcoin,ethereum,litecoin&vs_currencies=usd&include_last_updated_at=true`,
  markets: `${base}/api/v3/coins/markets?vs_currency=usd&per_page=10`,
  cmc: `${base}/v1/ticker/?limit=10`,
};

beforeEach(async () => {
  answers.clear();
  asked.length = 0;
  await shop.sql`truncate rate_samples cascade`;
});

const now = () => shop.clock.now();
const seconds = (agoSeconds = 5) => Math.floor(now().getTime() / 1000) - agoSeconds;

/** The four formats as the real tickers send them, including some fields that nobody asked for. */
function kraken(usd: number) {
  const pair = (price: number) => ({
    a: [(price + 0.5).toFixed(5), '1', '1.000'],
    b: [(price - 0.5).toFixed(5), '2', '2.000'],
    c: [price.toFixed(5), '0.00250000'],
    v: ['1103.4', '2411.9'],
    o: price.toFixed(5),
  });
  const result = { XXBTZUSD: pair(usd), XETHZUSD: pair(usd / 20), XLTCZUSD: pair(usd / 600) };
  answers.set('/0/public/Ticker', JSON.stringify({ error: [], result }));
}
function simple(usd: number, at = seconds()) {
  const coin = (price: number) => ({ usd: price, last_updated_at: at });
  answers.set(
    '/api/v3/simple/price',
    JSON.stringify({ bitcoin: coin(usd), ethereum: coin(usd / 20), litecoin: coin(usd / 600) }),
  );
}
function markets(usd: number, at = now()) {
  const coin = (id: string, symbol: string, price: number) => ({
    id,
    symbol,
    name: id,
    current_price: price,
    market_cap: 1.2e12,
    last_updated: at.toISOString(),
  });
  const list = [coin('bitcoin', 'btc', usd), coin('tether', 'usdt', 1), coin('ethereum', 'eth', usd / 20)];
  answers.set('/api/v3/coins/markets', JSON.stringify([...list, coin('litecoin', 'ltc', usd / 600)]));
}
function cmc(usd: number, at = seconds()) {
  const coin = (id: string, symbol: string, price: number) => ({
    id,
    symbol,
    rank: '1',
    price_usd: String(price),
    price_btc: '1.0',
    '24h_volume_usd': '72855700.0',
    last_updated: String(at),
  });
  const list = [coin('bitcoin', 'BTC', usd), coin('ethereum', 'ETH', usd / 20), coin('ripple', 'XRP', 2)];
  answers.set('/v1/ticker/', JSON.stringify([...list, coin('litecoin', 'LTC', usd / 600)]));
}

const sourcesOf = (...names: (keyof typeof urls)[]) => names.map((name) => tickerSource(urls[name]));
async function rates(): Promise<Record<string, string>> {
  const { body } = await shop.as(buyer)(listRates);
  return Object.fromEntries(body.data.map(({ coin, usd }) => [coin, usd]));
}

test('the median of four tickers in their own shapes is what the shop goes by; only three coins are kept', async () => {
  kraken(60_000);
  simple(60_060);
  markets(60_120);
  cmc(60_180);
  await refreshRates(shop.ctx, sourcesOf('kraken', 'simple', 'markets', 'cmc'));
  expect(await rates()).toEqual({ BTC: '60090', ETH: '3004.5', LTC: '100.15' });
  const [sample] = await shop.sql<{ sources: string[] }[]>`select sources from rate_samples where coin = 'BTC'`;
  expect(sample?.sources).toHaveLength(4);
  expect(asked).toContain('/v1/ticker/?limit=10');
});

test.each<[string, () => void]>([
  ['a price times 100', () => simple(6_000_000)],
  ['a negative price', () => simple(-60_000)],
  ['a price of zero', () => simple(0)],
  ['a price in words', () => answers.set('/api/v3/simple/price', '{"bitcoin":{"usd":"much"}}')],
  ['JSON that breaks off', () => answers.set('/api/v3/simple/price', '{"bitcoin":{"usd":6')],
  ['a page of HTML', () => answers.set('/api/v3/simple/price', '<html>Too many requests</html>')],
  ['nothing', () => answers.set('/api/v3/simple/price', (response) => response.end())],
  ['null', () => answers.set('/api/v3/simple/price', 'null')],
  ['an error in a 200', () => answers.set('/api/v3/simple/price', '{"status":{"error_code":429}}')],
  ['a list of nonsense', () => answers.set('/api/v3/simple/price', '[null, 1, "x", {"id":"bitcoin"}]')],
  ['a price of yesterday', () => simple(70_000, seconds(86_400))],
  ['a price from the future', () => simple(70_000, seconds(-3_600))],
  ['a server error', () => answers.set('/api/v3/simple/price', (response) => response.writeHead(500).end('{}'))],
  [
    'a redirect to another ticker',
    () => answers.set('/api/v3/simple/price', (response) => response.writeHead(302, { location: urls.cmc }).end()),
  ],
  [
    'ten megabytes',
    () =>
      answers.set('/api/v3/simple/price', (response) => {
        response.writeHead(200);
        for (let i = 0; i < 10; i++) response.write('x'.repeat(1_000_000));
        response.end();
      }),
  ],
])('%s from one of three sources changes nothing', async (_, hostile) => {
  kraken(60_000);
  markets(60_000);
  hostile();
  await refreshRates(shop.ctx, sourcesOf('kraken', 'simple', 'markets'));
  expect(await rates()).toEqual({ BTC: '60000', ETH: '3000', LTC: '100' });
});

test('an answer that comes by drops is given up, and the others count', async () => {
  kraken(60_000);
  answers.set('/api/v3/simple/price', (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  });
  await refreshRates(shop.ctx, sourcesOf('kraken', 'simple'));
  expect(await rates()).toMatchObject({ BTC: '60000' });
  expect(shop.logged.some((line) => line.includes('rates source failed') && /timeout/i.test(line))).toBe(true);
});

test('two sources apart, a jump, and what is stale give no rate; the old one is told as stale after ten minutes', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  kraken(60_000);
  cmc(60_000);
  await refreshRates(shop.ctx, sources);
  cmc(66_000);
  await refreshRates(shop.ctx, sources);
  kraken(90_000);
  cmc(90_000);
  await refreshRates(shop.ctx, sources);
  expect(await rates()).toMatchObject({ BTC: '60000' });
  const reasons = shop.logged.filter((line) => line.includes('rate refused')).join('\n');
  expect(reasons).toMatch(/disagree/);
  expect(reasons).toMatch(/jumped more than 20 %/);
  const [count] = await shop.sql`select count(*) as samples from rate_samples where coin = 'BTC'`;
  expect(count).toEqual({ samples: 1 });
  shop.clock.advance(601_000);
  const { body } = await shop.as(buyer)(listRates);
  expect(body.data.every(({ stale }) => stale)).toBe(true);
});

test('a ticker that failed three times is left alone for 15 seconds, the other goes on, and it counts again afterwards', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  kraken(60_000);
  for (let i = 0; i < 5; i++) await refreshRates(shop.ctx, sources);
  expect(asked.filter((url) => url.startsWith('/v1/ticker')).length).toBe(3);
  shop.clock.advance(15_001);
  cmc(60_600);
  await refreshRates(shop.ctx, sources);
  expect(await rates()).toMatchObject({ BTC: '60300' });
});

test('the chart has the last rate of each half hour of 24 hours, and older samples go after 30 days', async () => {
  const sources = sourcesOf('kraken');
  const start = Math.ceil(now().getTime() / 1_800_000) * 1_800_000 - now().getTime();
  shop.clock.advance(start);
  for (let i = 0; i < 6; i++) {
    kraken(60_000 + i * 600);
    await refreshRates(shop.ctx, sources);
    shop.clock.advance(900_000);
  }
  const history = async () => (await shop.as(buyer)(rateHistory)).body.data;
  const [btc, ...others] = await history();
  expect(btc?.points.map(({ usd }) => usd)).toEqual(['60600', '61800', '63000']);
  expect(others.map(({ coin }) => coin)).toEqual(['ETH', 'LTC']);
  shop.clock.advance(24 * 3_600_000);
  expect(await history()).toEqual([]);
  shop.clock.advance(30 * 86_400_000);
  await refreshRates(shop.ctx, sources);
  const [left] = await shop.sql`select count(*) as samples from rate_samples`;
  expect(left).toEqual({ samples: 3 });
});

test('rates are for whoever is signed in', async () => {
  expect((await shop.as(null)(listRates)).status).toBe(401);
  expect((await shop.as(null)(rateHistory)).status).toBe(401);
});
