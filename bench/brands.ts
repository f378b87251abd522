// The brands and one brand's page at a million cards of 200 programmes (BENCH_CARDS), against the floor of a call that
// reads one row, in the same run. Counts the time that this process and its PostgreSQL processes spend computing, which
// other load on the machine doesn't change as it changes the wall clock.
import { readFileSync } from 'node:fs';
import { openShop } from '#app/boot.ts';
import { createShop } from '#app/shop.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { notePrices } from '#features/shop/brands/history/note-prices.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { addPrefixes } from './support/add-prefixes.ts';
import { addBuyers, openBenchDatabase, sealAdded, settle } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';

const cards = Number(process.env.BENCH_CARDS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const requests = 60;
const PROGRAMMES = 200;

const database = await openBenchDatabase();
const { sql } = database;
try {
  // A fifth of them have no prefix.
  await addPrefixes(database, PROGRAMMES / 1.25);
  await addShelves();
  const [token] = await addBuyers(sql, 1, 0);
  await sealAdded(database);
  const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir, RATE_LIMIT_PER_MINUTE: '100000000' });
  const shop = await openShop({ config, log: createLogger('error'), database: { url: database.url, owner_url: null } });
  await addDays();
  const noted = await wallMs(() => notePrices(shop.ctx));
  await sql`vacuum analyze price_days, programme_moments`;
  const { app } = createShop({ ctx: shop.ctx });
  const [{ slug }] = await sql<
    [{ slug: string }]
  >`select slug from brands order by slug offset ${PROGRAMMES / 2} limit 1`;
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string) => {
    const response = await app.request(`http://localhost${path}`, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.arrayBuffer()).byteLength;
  };
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and usename is not null`;
  const spent = () => backends.reduce((sum, { pid }) => sum + cpuMs(pid), ownMs());
  const timeOf = async (path: string) => {
    const before = spent();
    for (let n = 0; n < requests; n++) await get(path);
    return (spent() - before) / requests;
  };
  const paths = {
    floor: getCurrentUser.path,
    brands: '/api/brands',
    found: '/api/brands?q=books',
    brand: `/api/brands/${slug}`,
  };
  const bytes = Object.fromEntries(
    await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await get(path)])),
  );
  const runs: Record<keyof typeof paths, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = { floor: 0, brands: 0, found: 0, brand: 0 };
    for (const name of Object.keys(paths) as (keyof typeof paths)[]) times[name] = await timeOf(paths[name]);
    runs.push(times);
  }
  const result = (name: keyof typeof paths) => ({
    ms: rounded(median(runs.map((times) => times[name]))),
    times_the_floor: rounded(median(runs.map((times) => times[name] / times.floor))),
    bytes: bytes[name],
  });
  await writeResult('brands', sql, {
    cards,
    programmes: PROGRAMMES,
    rounds,
    requests,
    floor: result('floor'),
    brands: result('brands'),
    found: result('found'),
    brand: result('brand'),
    note_prices_ms: rounded(noted),
  });
  await shop.close();
} finally {
  await database.close();
}

/** Fills the programmes' batches with cards of their face values. */
async function addShelves(): Promise<void> {
  await sql`
    insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, sealed, blind_index)
    select shelf.programme_id, shelf.batch_id, 'available', true, shelf.face_cents, shelf.price_cents, shelf.discount_bp,
      decode(repeat('5a', 96), 'hex'), sha256(('shelf ' || n)::bytea)
    from generate_series(1, ${cards}::int) as n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as places from card_lots) as shelf
      on shelf.place = n % shelf.places`;
  await settle(sql);
}

/** Thirty days of prices, as a shop has them after a month. */
async function addDays(): Promise<void> {
  await sql`
    insert into price_days (programme_id, face_cents, day, price_cents)
    select programme_id, face_cents, current_date - ago, min(price_cents) from card_lots, generate_series(1, 29) as ago
    group by 1, 2, 3`;
}

async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
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
