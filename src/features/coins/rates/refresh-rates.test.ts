import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listRates, rateHistory } from '#contracts/coins/rates.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { refreshRates } from './refresh-rates.ts';
import { tickerSource } from './tickers/ticker-source.ts';

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
  await shop.sql`truncate rate_samples, rate_jumps, fiat_samples, alerts cascade`;
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

/** As if each were on a host of its own. */
const sourcesOf = (...names: (keyof typeof urls)[]) => names.map((name) => ({ ...tickerSource(urls[name]), name }));
async function rates(): Promise<Record<string, string>> {
  const { body } = await shop.as(await shop.createUser())(listRates);
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
  ['a price of yesterday', () => simple(70_000, seconds(DAY_S))],
  ['a price from the future', () => simple(70_000, seconds(-HOUR_S))],
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
  cmc(60_000);
  await refreshRates(shop.ctx, sourcesOf('kraken', 'simple', 'cmc'));
  expect(await rates()).toMatchObject({ BTC: '60000' });
  expect(shop.logged.some((line) => line.includes('rates source failed') && /timeout/i.test(line))).toBe(true);
});

test('one source alone, two apart, a jump, and what is stale give no rate; the old one is told as stale at once, or after ten minutes', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  kraken(60_000);
  cmc(60_000);
  await refreshRates(shop.ctx, sources);
  await refreshRates(shop.ctx, [sources[0]!]);
  cmc(66_000);
  await refreshRates(shop.ctx, sources);
  kraken(90_000);
  cmc(90_000);
  await refreshRates(shop.ctx, sources);
  expect(await rates()).toMatchObject({ BTC: '60000' });
  const reasons = shop.logged.filter((line) => line.includes('rate refused')).join('\n');
  expect(reasons).toMatch(/one source alone/);
  expect(reasons).toMatch(/disagree/);
  expect(reasons).toMatch(/jumped more than 20 %/);
  const [count] = await shop.sql`select count(*) as samples from rate_samples where coin = 'BTC'`;
  expect(count).toEqual({ samples: 1 });
  const stale = async () => (await shop.as(buyer)(listRates)).body.data.map((rate) => rate.stale);
  expect(await stale()).toEqual([true, true, true]);
  await shop.sql`update rate_jumps set ended_at = since`;
  expect(await stale()).toEqual([false, false, false]);
  shop.clock.advance(601_000);
  expect(await stale()).toEqual([true, true, true]);
});

test('a ticker that failed three times is left alone for 15 seconds, the other goes on, and it counts again afterwards', async () => {
  const sources = sourcesOf('kraken', 'markets', 'cmc');
  kraken(60_000);
  markets(60_000);
  for (let i = 0; i < 5; i++) await refreshRates(shop.ctx, sources);
  expect(asked.filter((url) => url.startsWith('/v1/ticker')).length).toBe(3);
  shop.clock.advance(15_001);
  markets(60_200);
  cmc(60_600);
  await refreshRates(shop.ctx, sources);
  expect(await rates()).toMatchObject({ BTC: '60200' });
});

test('the chart has the last rate of each half hour of 24 hours, and older samples go after 30 days', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  const start = Math.ceil(now().getTime() / 1_800_000) * 1_800_000 - now().getTime();
  shop.clock.advance(start);
  for (let i = 0; i < 6; i++) {
    kraken(60_000 + i * 600);
    cmc(60_000 + i * 600);
    await refreshRates(shop.ctx, sources);
    shop.clock.advance(15 * MINUTE_MS);
  }
  const history = async () => (await shop.as(buyer)(rateHistory)).body.data;
  const [btc, ...others] = await history();
  expect(btc?.points.map(({ usd }) => usd)).toEqual(['60600', '61800', '63000']);
  expect(others.map(({ coin }) => coin)).toEqual(['ETH', 'LTC']);
  shop.clock.advance(DAY_MS);
  expect(await history()).toEqual([]);
  shop.clock.advance(30 * DAY_MS);
  cmc(63_000);
  await refreshRates(shop.ctx, sources);
  const [left] = await shop.sql`select count(*) as samples from rate_samples`;
  expect(left).toEqual({ samples: 3 });
});

test('rates are for whoever is signed in', async () => {
  expect((await shop.as(null)(listRates)).status).toBe(401);
  expect((await shop.as(null)(rateHistory)).status).toBe(401);
});

test('steps that each stay below 20 % add up to no more than that within an hour', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  let usd = 60_000;
  for (let i = 0; i < 10; i++) {
    kraken(usd);
    cmc(usd);
    await refreshRates(shop.ctx, sources);
    shop.clock.advance(30_000);
    usd = Math.round(usd * 1.19);
  }
  expect(await rates()).toMatchObject({ BTC: '71400' });
  shop.clock.advance(HOUR_MS);
  kraken(85_000);
  cmc(85_000);
  await refreshRates(shop.ctx, sources);
  expect(await rates()).toMatchObject({ BTC: '85000' });
});

test('a jump is refused however long ago the last rate was, and ends when the rate comes back', async () => {
  const sources = sourcesOf('kraken', 'cmc');
  const both = async (usd: number) => {
    kraken(usd);
    cmc(usd);
    await refreshRates(shop.ctx, sources);
  };
  const open = async () => (await shop.sql`select coin from rate_jumps where ended_at is null order by coin`).length;
  await both(60_000);
  shop.clock.advance(40 * DAY_MS);
  await both(80_000);
  await both(81_000);
  expect([await open(), await rates()]).toMatchObject([3, { BTC: '60000' }]);
  const alerts = async () =>
    shop.sql`select subject, times, details from alerts where kind = 'rate.jump' and resolved_at is null`;
  expect(await alerts()).toMatchObject([
    { subject: 'BTC', times: 1, details: { from: '60000', to: '80000' } },
    { subject: 'ETH' },
    { subject: 'LTC' },
  ]);
  await both(61_000);
  expect([await open(), await alerts(), await rates()]).toMatchObject([0, [], { BTC: '61000' }]);
});

test('the dollar rates of other currencies come from the same tickers, by the same rule', async () => {
  const fiat = async () =>
    Object.fromEntries(
      (
        await shop.sql<{ currency: string; usd_e9: string }[]>`select currency, usd_e9 from fiat_samples order by id`
      ).map(({ currency, usd_e9 }) => [currency, Number(usd_e9) / 1e9]),
    );
  const pair = (price: string) => ({ a: [price, '1', '1.0'], b: [price, '1', '1.0'], c: [price, '1'] });
  const answerKraken = (eur: string) =>
    answers.set(
      '/0/public/Ticker',
      JSON.stringify({
        error: [],
        result: { XXBTZUSD: pair('60000'), ZEURZUSD: pair(eur), ZUSDZCAD: pair('1.25'), AUDUSD: pair('0.66') },
      }),
    );
  answerKraken('1.10');
  const bitcoin = { usd: 60_000, eur: 55_000, cad: 75_000, sek: 600_000, xyz: 1, last_updated_at: seconds() };
  answers.set('/api/v3/simple/price', JSON.stringify({ bitcoin }));
  const sources = sourcesOf('kraken', 'simple');
  await refreshRates(shop.ctx, sources);
  // AUD and SEK have one source each.
  expect(await fiat()).toEqual({ EUR: expect.closeTo(1.0955, 3), CAD: 0.8 });
  answerKraken('1.50');
  answers.set('/api/v3/simple/price', JSON.stringify({ bitcoin: { ...bitcoin, eur: 40_000 } }));
  await refreshRates(shop.ctx, sources);
  expect(await fiat()).toMatchObject({ EUR: expect.closeTo(1.0955, 3) });
});
