// GET /api/cards, 20 rows, signed in, with 100,000 cards on sale: against a bare select of the same rows, and page 1
// against a page 50,000 rows deep. The three take turns, so that other load on the machine affects all of them.
import { addBuyers, addStock, openBenchDatabase, startBenchShop, startChild } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';
import { cpuMeter } from './support/postgres-time.ts';

const cardsOnSale = 100_000;
const depth = 50_000;
const rounds = 5;
const seconds = 4;
const clients = 32;

type Run = LoadResult & { cpu_us: number };

const database = await openBenchDatabase();
try {
  const { sql } = database;
  await addStock(database, cardsOnSale);
  const [token] = await addBuyers(sql, 1, 0);
  const headers = { authorization: `Bearer ${token}` };
  const shop = await startBenchShop(database);
  const select = await startChild('./child-select.ts', database);
  const deep = await pathAt(depth);
  const meter = await cpuMeter(sql, [shop.pid, select.pid]);
  const measure = (url: string, path: string, length = seconds) =>
    meter(() => runLoad({ url, clients, seconds: length, status: 200, next: () => ({ path, headers }) }));

  for (const [url, path] of [
    [select.url, '/'],
    [shop.url, '/api/cards'],
    [shop.url, deep],
  ] as const)
    await measure(url, path, 2);
  const floors: Run[] = [];
  const firsts: Run[] = [];
  const deeps: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await measure(select.url, '/'));
    firsts.push(await measure(shop.url, '/api/cards'));
    deeps.push(await measure(shop.url, deep));
  }
  const perRound = (of: Run[], to: Run[]) =>
    Number(median(of.map((run, round) => run.per_second / to[round]!.per_second)).toFixed(3));
  const perRoundByCpu = (of: Run[], to: Run[]) =>
    Number(median(of.map((run, round) => to[round]!.cpu_us / run.cpu_us)).toFixed(3));
  await writeResult('list-cards', sql, {
    cards_on_sale: cardsOnSale,
    rows: 20,
    clients,
    rounds,
    select_floor: summary(floors),
    first_page: summary(firsts),
    deep_page: { rows_deep: depth, ...summary(deeps) },
    first_page_to_floor: perRound(firsts, floors),
    first_page_to_floor_by_cpu: perRoundByCpu(firsts, floors),
    first_page_to_floor_target: 'at least 0.7',
    deep_page_cost: perRound(firsts, deeps),
    deep_page_cost_target: 'at most 1.2',
    server_rss_mib: await shop.rssMib(),
  });
  await select.close();
  await shop.close();

  /** The path of a 20-row page that starts after `rows` rows, reached by the links as a client would. */
  async function pathAt(rows: number): Promise<string> {
    let path = '/api/cards?per_page=100';
    for (let read = 0; read < rows; read += 100) {
      const response = await fetch(`${shop.url}${path}`, { headers });
      const { links } = (await response.json()) as { links: { next: string } };
      path = links.next;
    }
    return path.replace('per_page=100', 'per_page=20');
  }
} finally {
  await database.close();
}

function summary(runs: Run[]) {
  return {
    per_second: Math.round(median(runs.map((run) => run.per_second))),
    p50_ms: Number(median(runs.map((run) => run.p50_ms)).toFixed(2)),
    p99_ms: Number(median(runs.map((run) => run.p99_ms)).toFixed(2)),
    cpu_us: Math.round(median(runs.map((run) => run.cpu_us))),
  };
}
