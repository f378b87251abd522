// GET /cards as HTML, 20 cards, signed in by cookie: against the same rows in a plain table by react-dom/server alone,
// with and without their select. Pages are asked for in the encodings that browsers take; a visitor's /login, which reads
// nothing, shows what every page costs.
import { addBuyers, addStock, openBenchDatabase, startBenchShop, startChild } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';
import { cpuMeter } from './support/postgres-time.ts';

const rounds = 3;
const seconds = 6;
const clients = 16;

type Run = LoadResult & { cpu_us: number };

const database = await openBenchDatabase();
try {
  const { sql } = database;
  await addStock(database, 100_000);
  const [token] = await addBuyers(sql, 1, 0);
  const shop = await startBenchShop(database, { pages: true });
  const react = await startChild('./child-react.ts', database);
  const meter = await cpuMeter(sql, [shop.pid, react.pid]);
  const measure = (url: string, path: string, length = seconds, cookie = `facevalue=${token}`) =>
    meter(() =>
      runLoad({
        url,
        clients,
        seconds: length,
        status: 200,
        next: () => ({ path, headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } }),
      }),
    );
  // Cookies belong to a host: use localhost, which the shop answers to.
  const shopUrl = shop.url.replace('127.0.0.1', 'localhost');
  const html = await (await fetch(`${shopUrl}/cards`, { headers: { cookie: `facevalue=${token}` } })).text();
  if (html.match(/<article|class="tile/g)?.length === undefined) throw new Error('the page shows no cards');
  const runs: Record<'render' | 'streamed' | 'page' | 'login', Run[]> = {
    render: [],
    streamed: [],
    page: [],
    login: [],
  };
  await measure(react.url, '/', 2);
  await measure(react.url, '/streamed', 2);
  await measure(shopUrl, '/cards', 4);
  for (let round = 0; round < rounds; round++) {
    runs.render.push(await measure(react.url, '/'));
    runs.streamed.push(await measure(react.url, '/streamed'));
    runs.page.push(await measure(shopUrl, '/cards'));
    runs.login.push(await measure(shopUrl, '/login', seconds, ''));
  }
  const rate = (of: Run[]) => Math.round(median(of.map((run) => run.per_second)));
  const cpu = (of: Run[]) => Math.round(median(of.map((run) => run.cpu_us)));
  const ratio = (to: Run[]) =>
    Number(median(runs.page.map((run, i) => run.per_second / (to[i]?.per_second ?? Number.NaN))).toFixed(3));
  await writeResult('ssr-cards', sql, {
    clients,
    rounds,
    pages_per_second: rate(runs.page),
    p50_ms: Number(median(runs.page.map((run) => run.p50_ms)).toFixed(1)),
    p99_ms: Number(median(runs.page.map((run) => run.p99_ms)).toFixed(1)),
    cpu_us: cpu(runs.page),
    login_per_second: rate(runs.login),
    login_cpu_us: cpu(runs.login),
    page_kib: Math.round(html.length / 1024),
    react_table_per_second: rate(runs.render),
    react_table_after_select_per_second: rate(runs.streamed),
    react_table_after_select_cpu_us: cpu(runs.streamed),
    page_to_react_table_after_select_by_cpu: Number(
      median(runs.page.map((run, i) => runs.streamed[i]!.cpu_us / run.cpu_us)).toFixed(3),
    ),
    page_to_react_table: ratio(runs.render),
    page_to_react_table_after_select: ratio(runs.streamed),
    target: 'at least 0.35 of the table after its select',
    server_rss_mib: await shop.rssMib(),
  });
  await react.close();
  await shop.close();
} finally {
  await database.close();
}
