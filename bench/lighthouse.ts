// Lighthouse's scores for the login page, the news, the shop and a brand on a phone, all but the first signed in; through a
// proxy with TLS and HTTP/2, as people get them, and the shop also without one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { addBuyers, addStock, openBenchDatabase, startBenchShop } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy.ts';

const runs = 5;
/** The browser sometimes fails to record a trace: try again. */
const attempts = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const program = here('./lighthouse/node_modules/lighthouse/cli/index.js');

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; displayValue?: string }>;
}

/** Lighthouse isn't a dependency of the shop: it has its own package and lock file. */
function install(): void {
  if (existsSync(program)) return;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: here('./lighthouse/'), stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}

function audit(url: string, token: string | undefined): Report {
  const args = [
    program,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --ignore-certificate-errors',
    ...(token ? [`--extra-headers=${JSON.stringify({ Cookie: `facevalue=${token}` })}`] : []),
  ];
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' };
  for (let attempt = 1; ; attempt++) {
    const options = { env, maxBuffer: 100_000_000, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, args, options);
    if (status === 0) return JSON.parse(stdout) as Report;
    if (attempt === attempts) throw new Error(`Lighthouse failed: ${stderr}`);
  }
}

function summary(reports: Report[]) {
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round(median(reports.map((one) => one.categories[name]?.score ?? 0)) * 100)]),
  );
  const ms = (name: string) => Math.round(median(reports.map((one) => one.audits[name]?.numericValue ?? 0)));
  const failed = Object.entries(reports[0]?.audits ?? {}).filter(([, { score }]) => score !== null && score < 0.9);
  return {
    scores,
    first_contentful_paint_ms: ms('first-contentful-paint'),
    largest_contentful_paint_ms: ms('largest-contentful-paint'),
    total_blocking_time_ms: ms('total-blocking-time'),
    below_90: failed.map(([name, { displayValue }]) => (displayValue ? `${name}: ${displayValue}` : name)),
  };
}

install();
const database = await openBenchDatabase();
let proxy: TlsProxy | undefined;
try {
  const { sql } = database;
  await addStock(database, 10_000);
  await sql`insert into news (title, content, published_at)
    select 'News ' || n, repeat('Something happened in the shop. ', 12), now() - n * interval '1 day' from generate_series(1, 30) as n`;
  const [token] = await addBuyers(sql, 1, 50_00);
  const shop = await startBenchShop(database, { pages: true });
  // Cookies belong to a host: use localhost, which the shop answers to.
  const plain = shop.url.replace('127.0.0.1', 'localhost');
  proxy = await startTlsProxy(shop.url);
  const { url: front } = proxy;
  const audited = (path: string, who?: string, url = front) =>
    summary(Array.from({ length: runs }, () => audit(`${url}${path}`, who)));
  const [brand] = await sql<{ slug: string }[]>`select slug from brands order by slug limit 1`;
  const pages = {
    login: audited('/login'),
    news: audited('/news', token),
    cards: audited('/cards', token),
    brand: audited(`/brands/${brand?.slug}`, token),
    cards_without_proxy: audited('/cards', token, plain),
    brand_without_proxy: audited(`/brands/${brand?.slug}`, token, plain),
  };
  await writeResult('lighthouse', sql, { form_factor: 'mobile', runs, target: 'each score at least 95', pages });
  await shop.close();
} finally {
  await proxy?.close();
  await database.close();
}
