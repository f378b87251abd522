// The card list with every filter x sort at a million cards (BENCH_CARDS): the first page, and the pages after and before
// the middle of the stock. Counts the time its PostgreSQL process spends computing, which other load on the machine
// doesn't change as it changes the wall clock. The floor is 20 cards by primary key; the twenty slowest are printed.
import { readFileSync } from 'node:fs';
import type { Input } from '#contracts/call.ts';
import { cardSorts, type listCards as contract } from '#contracts/shop/cards.ts';
import type { Actor, Ctx } from '#features/ctx.ts';
import { findCards, keyOf, orderOf, type Sort } from '#features/shop/cards/find-cards.ts';
import { listCards } from '#features/shop/cards/list-cards.ts';
import { createCatalogue } from '#features/supply/programmes/catalogue/catalogue.ts';
import { systemClock } from '#platform/clock.ts';
import { connect } from '#platform/db/client.ts';
import { encodeCursor } from '#platform/db/keyset.ts';
import { addShelves } from './support/add-shelves.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { median, percentile, writeResult } from './support/machine.ts';

type Query = Input<typeof contract>['query'];

const cards = Number(process.env.BENCH_CARDS ?? 1_000_000);
const programmes = Number(process.env.BENCH_PROGRAMMES ?? 40);
const batches = Number(process.env.BENCH_BATCHES ?? 5);
// Postgres settles on a plan after five runs of a statement.
const warm = 6;
const runs = 10;
const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const database = await openBenchDatabase();
try {
  await addShelves(database, { programmes, batches, cards });
  const sql = connect(database.url, { max: 1, statement_timeout_ms: 60_000 });
  const reading = { sql, clock: systemClock };
  const ctx = { ...reading, catalogue: createCatalogue(reading) } as Ctx;
  const [counted] = await sql<{ lots: number }[]>`select count(*) as lots from card_lots`;
  const ids = (await sql<{ id: string }[]>`select id from cards tablesample system (1) limit 20`).map(({ id }) => id);
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const floors: number[] = [];
  const floor = async () => sql`
    select id, programme_id, face_cents, price_cents, discount_bp, expires_on from cards where id = any(${ids})`;
  const middles = new Map<Sort, { next: string; prev: string }>();
  for (const sort of cardSorts) middles.set(sort, await middleOf(sort));

  const measured: { filter: string; sort: Sort; page: string; cards: number; ms: number }[] = [];
  for (const filter of await filters()) {
    for (const sort of cardSorts) {
      const pages = { first: undefined, next: middles.get(sort)!.next, prev: middles.get(sort)!.prev };
      for (const [page, cursor] of Object.entries(pages)) {
        const query = { ...filter, sort, ...(cursor && { cursor }) };
        const read = () => listCards(ctx, {} as Actor, { query } as Input<typeof contract>);
        const { data } = await read();
        measured.push({ filter: JSON.stringify(filter), sort, page, cards: data.length, ms: await timeOf(read) });
      }
      floors.push(await timeOf(floor));
    }
  }
  const floor_ms = median(floors);
  const shown = measured.map((each) => ({ ...each, ms: rounded(each.ms), to_floor: rounded(each.ms / floor_ms) }));
  const slowest = shown.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const counts_ms = await timeOf(() => {
    ctx.catalogue.forget();
    return ctx.catalogue.stock();
  });
  await writeResult('list-filters', sql, {
    cards_on_sale: cards,
    programmes,
    lots: counted!.lots,
    combinations: measured.length,
    floor_ms: rounded(floor_ms),
    newest_ms: shown.find(({ filter, sort, page }) => filter === '{}' && sort === 'newest' && page === 'first')!.ms,
    p50_ms: rounded(median(measured.map(({ ms }) => ms))),
    p99_ms: rounded(
      percentile(
        measured.map(({ ms }) => ms),
        0.99,
      ),
    ),
    worst_ms_target: 'at most 5',
    counts_ms: rounded(counts_ms),
    slowest,
  });
  await sql.end();

  /** What one run costs PostgreSQL, in milliseconds, once it has settled on a plan. */
  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    for (let run = 0; run < warm; run++) await work();
    const before = cpuMs(backend!.pid);
    for (let run = 0; run < runs; run++) await work();
    return (cpuMs(backend!.pid) - before) / runs;
  }

  async function middleOf(sort: Sort): Promise<{ next: string; prev: string }> {
    const key = { newest: 'batch_id', discount: 'discount_bp' }[sort as string] ?? `${sort.replace('-', '')}_cents`;
    const [lot] = await sql<{ id: number; place: number | string }[]>`
      select id, place from (
        select id, ${sql(key)} as place, sum(cards) over (order by ${sql(key)}, id) as upto from card_lots
      ) as lots where upto >= ${cards / 2} order by upto limit 1`;
    const edge = sort === 'price' || sort === 'face' ? lowest : highest;
    const values = sort === 'newest' ? [lot!.place, edge] : [lot!.place, lot!.id, edge];
    const found = await findCards(ctx, {
      query: {},
      programmes: null,
      sort,
      cursor: { direction: 'next', values },
      limit: 101,
    });
    const at = keyOf(sort, found.at(-1)!);
    const cursorOf = (direction: 'next' | 'prev') => encodeCursor(orderOf(sort), { direction, values: at });
    return { next: cursorOf('next'), prev: cursorOf('prev') };
  }

  async function filters(): Promise<Query[]> {
    const [largest, smallest] = await sql<{ id: string }[]>`
      (select programme_id as id from card_lots group by 1 order by sum(cards) desc limit 1)
      union all (select programme_id from card_lots group by 1 order by sum(cards) limit 1)`;
    const facts: Query[] = [
      {},
      { face_min: 500, face_max: 500 },
      { face_min: 5_000, face_max: 5_000 },
      { face_min: 25_000, face_max: 25_000 },
      { face_min: 7_500 },
      { face_max: 1_000 },
      { price_min: 1_000, price_max: 2_000 },
      { price_min: 777, price_max: 779 },
      { price_min: 20_000 },
      { discount_min: 500 },
      { discount_min: 1_450 },
      { face_min: 15_000, price_max: 14_000, discount_min: 1_000 },
    ];
    const texts: Query[] = [
      {},
      { programme_id: largest!.id },
      { programme_id: smallest!.id },
      { country: 'US' },
      { currency: 'EUR' },
      { level: 'Standard' },
      { prefix: '7' },
      { q: 'swe' },
      { q: 'premium eur' },
    ];
    return texts.flatMap((text) => facts.map((fact) => ({ ...text, ...fact })));
  }
} finally {
  await database.close();
}

function cpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
