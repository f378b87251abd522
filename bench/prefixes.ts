// The prefix directory with 100 and with 10,000 prefixes on sale: GET /api/services and /api/search/services through the
// whole pipeline, each kind of page in turns on both and with as many rows on either. Counts the time that this process and its PostgreSQL processes spend
// computing, which other load on the machine doesn't change as it changes the wall clock.
import { readFileSync } from 'node:fs';
import { openShop } from '#app/boot.ts';
import { createShop } from '#app/shop.ts';
import { renewOffers } from '#features/shop/prefixes/offers/renew-offers.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { addPrefixes } from './support/add-prefixes.ts';
import { addBuyers, openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';

const few = 100;
const many = 10_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const requests = 60;
/** Divides the programmes of either directory, so their last pages are full. */
const perPage = 25;

const pages: Record<string, string> = {
  first: '',
  middle: 'page=MIDDLE',
  last: 'page=LAST',
  cheapest: 'sort=price',
  most_on_sale: 'sort=-on_sale',
  by_name_middle: 'sort=name&page=MIDDLE',
  country: 'country=GB',
  three_filters: 'country=US&level=Premium&kind=numeric',
  one_digit: 'q=7',
  four_digits: 'q=PREFIX',
  unknown_digits: 'q=7999999999',
  rare_word: 'q=NAME',
  common_word: 'q=store',
  word_and_country: 'q=books+germany',
  unknown_word: 'q=nothing+like+it',
  options: 'OPTIONS',
};

const small = await openDirectory(few);
const large = await openDirectory(many);
try {
  const measured: Record<string, { few_ms: number; many_ms: number; cost: number; found: number; rows: number }> = {};
  for (const [name, query] of Object.entries(pages)) {
    // What few prefixes find on a page; rows cost the same wherever they come from.
    const { rows } = await small.found(small.pathOf(query, perPage));
    const [a, b] = [small.pathOf(query, rows || perPage), large.pathOf(query, rows || perPage)];
    const { found, rows: sameRows } = await large.found(b);
    if (sameRows !== rows) throw new Error(`${name}: ${rows} rows of few prefixes, ${sameRows} of many`);
    // Postgres settles on a plan after five runs of a statement.
    await Promise.all([small.timeOf(a), large.timeOf(b)]);
    const runs: [number, number][] = [];
    for (let round = 0; round < rounds; round++) {
      // Either goes first in turns: what runs first finds the machine's caches as others left them.
      if (round % 2) runs.push([await small.timeOf(a), await large.timeOf(b)]);
      else runs.push((([other, one]) => [one!, other!])([await large.timeOf(b), await small.timeOf(a)]));
    }
    measured[name] = {
      few_ms: rounded(median(runs.map(([one]) => one))),
      many_ms: rounded(median(runs.map(([, other]) => other))),
      cost: rounded(median(runs.map(([one, other]) => other / one))),
      found,
      rows,
    };
  }
  const costs = Object.values(measured).map(({ cost }) => cost);
  await writeResult('prefixes', large.sql, {
    few,
    many,
    rounds,
    requests,
    pages: measured,
    median_cost: rounded(median(costs)),
    worst_cost: Math.max(...costs),
    worst_cost_target: 'at most 1.5',
    renew_one_ms: rounded(await large.renewMs(1)),
    renew_all_ms: rounded(await large.renewMs(2 * many)),
  });
} finally {
  await small.close();
  await large.close();
}

async function openDirectory(prefixes: number) {
  const database = await openBenchDatabase();
  const { sql } = database;
  const programmes = await addPrefixes(database, prefixes);
  const [token] = await addBuyers(sql, 1, 0);
  await sealAdded(database);
  const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir });
  const log = createLogger('error');
  const shop = await openShop({ config, log, database: { url: database.url, owner_url: null } });
  await renewOffers(shop.ctx.sql, systemClock);
  await sql`vacuum analyze programme_offers, programme_offer_changes`;
  const { app } = createShop({ ctx: shop.ctx });
  const headers = { authorization: `Bearer ${token}` };
  const [sample] = await sql<{ name: string; prefix: string }[]>`
    select name, prefix from programme_offers where prefix is not null order by prefix offset ${prefixes / 4} limit 1`;

  async function get(path: string) {
    const response = await app.request(`http://localhost${path}`, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as { data: { total: number; length?: number }; meta?: { total: number } };
  }

  return {
    sql,
    pathOf(query: string, per_page: number) {
      const last = Math.ceil(programmes / per_page);
      const filled = query
        .replace('MIDDLE', String(Math.ceil(last / 2)))
        .replace('LAST', String(last))
        .replace('PREFIX', sample!.prefix.slice(0, 4))
        .replace('NAME', sample!.name.split(' ')[0]!);
      return query === 'OPTIONS' ? '/api/search/services' : `/api/services?per_page=${per_page}&${filled}`;
    },
    async found(path: string) {
      const { data, meta } = await get(path);
      return { found: meta?.total ?? data.total, rows: data.length ?? 0 };
    },
    /** What one request costs this process and its database, in milliseconds. */
    async timeOf(path: string) {
      const backends = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and usename is not null`;
      const spent = () => backends.reduce((sum, { pid }) => sum + cpuMs(pid), ownMs());
      const before = spent();
      for (let n = 0; n < requests; n++) await get(path);
      return (spent() - before) / requests;
    },
    /** What it takes to write the rows of so many programmes anew. */
    async renewMs(count: number) {
      await sql`insert into programme_offer_changes select programme_id from programme_offers limit ${count}`;
      const started = performance.now();
      await renewOffers(shop.ctx.sql, systemClock);
      return performance.now() - started;
    },
    async close() {
      await shop.close();
      await database.close();
    },
  };
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function cpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
