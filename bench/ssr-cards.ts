// GET /cards as HTML, 20 cards, signed in by cookie: against the same rows in a plain table by react-dom/server alone,
// with and without their select.
import { addBuyers, addStock, openBenchDatabase, startBenchShop, startChild } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';

const rounds = 3;
const seconds = 6;
const clients = 16;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  await addStock(database, 100_000);
  const [token] = await addBuyers(sql, 1, 0);
  const shop = await startBenchShop(database, { pages: true });
  const react = await startChild('./child-react.ts', database);
  const measure = (url: string, path: string, length = seconds) =>
    runLoad({
      url,
      clients,
      seconds: length,
      status: 200,
      next: () => ({ path, headers: { cookie: `facevalue=${token}` } }),
    });
  // Cookies belong to a host: use localhost, which the shop answers to.
  const shopUrl = shop.url.replace('127.0.0.1', 'localhost');
  const html = await (await fetch(`${shopUrl}/cards`, { headers: { cookie: `facevalue=${token}` } })).text();
  if (html.match(/<article|class="tile/g)?.length === undefined) throw new Error('the page shows no cards');
  const runs: Record<'render' | 'streamed' | 'page', LoadResult[]> = { render: [], streamed: [], page: [] };
  await measure(react.url, '/', 2);
  await measure(react.url, '/streamed', 2);
  await measure(shopUrl, '/cards', 4);
  for (let round = 0; round < rounds; round++) {
    runs.render.push(await measure(react.url, '/'));
    runs.streamed.push(await measure(react.url, '/streamed'));
    runs.page.push(await measure(shopUrl, '/cards'));
  }
  const rate = (of: LoadResult[]) => Math.round(median(of.map((run) => run.per_second)));
  const ratio = (to: LoadResult[]) =>
    Number(median(runs.page.map((run, i) => run.per_second / (to[i]?.per_second ?? Number.NaN))).toFixed(3));
  await writeResult('ssr-cards', sql, {
    clients,
    rounds,
    pages_per_second: rate(runs.page),
    p50_ms: Number(median(runs.page.map((run) => run.p50_ms)).toFixed(1)),
    p99_ms: Number(median(runs.page.map((run) => run.p99_ms)).toFixed(1)),
    page_kib: Math.round(html.length / 1024),
    react_table_per_second: rate(runs.render),
    react_table_after_select_per_second: rate(runs.streamed),
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
