// How long `facevalue key rotate data` takes to seal every card anew, whether it slows down on the way, what memory it takes, and what
// light buying and reading beside it take, against a quiet shop. BENCH_CARDS says how many cards; the command runs in a process of its
// own, as operators run it. An answer other than 201 to a buyer or 200 to a reader fails the run.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataKeyAad, sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import type { Sql } from '#platform/db/client.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addBuyers, addStock, openBenchDatabase, settle, startBenchShop } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';

const cards = Number(process.env.BENCH_CARDS ?? 1_000_000);
const ROUND_S = 10;
/** Two buyers and two readers who rest between what they do, about ten requests a second together. */
const clients = 2;
const REST_MS = 300;
const PIECE = 5_000;
/** As the command waits for what is being read. */
const SETTLE_S = 60;
const SECOND_MS = 1_000;

interface Progress {
  /** Values that were sealed anew by then. */
  done: number;
  at_ms: number;
}

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const began_ms = performance.now();
  await addStock(database, cards);
  await sealStock(sql);
  const built_s = Math.round((performance.now() - began_ms) / SECOND_MS);
  const tokens = await addBuyers(sql, 400, 4_000_000);
  const stock = (await sql<{ id: string }[]>`select id from cards where price_cents < 1000 order by random()`).map(
    (card) => card.id,
  );
  const table_mb = await sizeOfCards(sql);
  const shop = await startBenchShop(database);
  const signedIn = (n: number) => ({ authorization: `Bearer ${tokens[n % tokens.length]}` });
  const order = (client: number) => {
    const id = stock.pop();
    if (!id) throw new Error('the stock of cheap cards ran out');
    const headers = { ...signedIn(stock.length * clients + client), 'idempotency-key': randomUUID() };
    return { path: '/api/invoices', method: 'POST', headers, body: JSON.stringify({ ids: [id] }) };
  };
  const list = (client: number) => ({ path: '/api/cards', headers: signedIn(client) });
  const round = async (seconds = ROUND_S) => {
    const paced = { url: shop.url, clients, seconds, rest_ms: REST_MS };
    const [buying, reading] = await Promise.all([
      runLoad({ ...paced, status: 201, next: order }),
      runLoad({ ...paced, status: 200, next: list }),
    ]);
    return { buying, reading };
  };
  await round();
  const quiet = [await round(), await round(), await round()];
  const shop_before_mib = await shop.rssMib();
  const rotation = startRotation();
  await rotation.settled;
  await round(SETTLE_S);
  const begun_ms = performance.now();
  const beside: Awaited<ReturnType<typeof round>>[] = [];
  let running = true;
  const ended = rotation.ended.finally(() => {
    running = false;
  });
  while (running) beside.push(await round());
  const seconds = ((await ended) - begun_ms) / SECOND_MS;
  // The last round went on after it.
  const during = beside.slice(0, Math.max(1, beside.length - 1));
  const [left] = await sql<[{ count: number }]>`
    select count(*) as count from cards c join batches b on b.id = c.batch_id where length(b.data_key) <> 130`;
  await writeResult('rotate-keys', sql, {
    cards,
    built_s,
    seconds: Number(seconds.toFixed(1)),
    cards_per_second: Math.round(cards / seconds),
    cards_per_second_by_tenth: speedsOf(rotation.progress, begun_ms),
    cards_left: left.count,
    other_answers: 0,
    command_peak_mib: rotation.peak_mib(),
    shop_mib: { before: shop_before_mib, after: await shop.rssMib() },
    cards_table_mb: { before: table_mb, after: await sizeOfCards(sql) },
    quiet: figuresOf(quiet),
    during: figuresOf(during),
  });
  await shop.close();
} finally {
  await database.close();
}

function figuresOf(rounds: readonly { buying: LoadResult; reading: LoadResult }[]) {
  const of = (results: readonly LoadResult[]) => ({
    requests: results.reduce((sum, each) => sum + each.requests, 0),
    p50_ms: Number(median(results.map((each) => each.p50_ms)).toFixed(1)),
    p99_ms: Number(median(results.map((each) => each.p99_ms)).toFixed(1)),
    worst_p99_ms: Number(Math.max(...results.map((each) => each.p99_ms)).toFixed(1)),
    rounds: results.length,
    rounds_with_a_second: results.filter((each) => each.p99_ms >= SECOND_MS).length,
  });
  return { checkouts: of(rounds.map(({ buying }) => buying)), lists: of(rounds.map(({ reading }) => reading)) };
}

/** How fast each tenth went, from the command's own words about its progress. */
function speedsOf(progress: readonly Progress[], begun_ms: number): number[] {
  const tenths = Array.from({ length: 10 }, (_, n) => (cards / 10) * (n + 1));
  const marks = tenths.flatMap((tenth) => progress.find(({ done }) => done >= tenth) ?? []);
  return marks.map(({ done, at_ms }, n) => {
    const before = marks[n - 1] ?? { done: 0, at_ms: begun_ms };
    return Math.round((done - before.done) / ((at_ms - before.at_ms) / SECOND_MS));
  });
}

async function sizeOfCards(sql: Sql): Promise<number> {
  const [found] = await sql<[{ mb: number }]>`select round(pg_total_relation_size('cards') / 1e6)::int as mb`;
  return found.mb;
}

interface RotationRun {
  /** When it began to wait for what is being read. */
  settled: Promise<void>;
  /** When it ended (ms of this process). */
  ended: Promise<number>;
  progress: Progress[];
  /** The most memory that it had resident, where the system says so. */
  peak_mib: () => number | null;
}

/** Runs the command, and follows what it says and takes. */
function startRotation(): RotationRun {
  const cli = join(import.meta.dirname, '../src/cli.ts');
  const child = spawn(process.execPath, [cli, 'key', 'rotate', 'data'], {
    env: { PATH: process.env.PATH, DATA_DIR: database.dir, SETTINGS_DIR: database.dir, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const settled = Promise.withResolvers<void>();
  const progress: Progress[] = [];
  let peak_kib = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak_kib = Math.max(peak_kib, Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0));
  }, SECOND_MS);
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    if (line.startsWith('What is being read')) settled.resolve();
    const done = Number(/^(\d+) values (so far|were sealed)/.exec(line)?.[1] ?? 0);
    if (done > 0) progress.push({ done, at_ms: performance.now() });
  });
  const ended = once(child, 'exit').then(([code]) => {
    clearInterval(watch);
    if (code !== 0) throw new Error(`The command ended with ${code}.`);
    return performance.now();
  });
  ended.catch(settled.reject);
  return { settled: settled.promise, ended, progress, peak_mib: () => Math.round(peak_kib / 2 ** 10) || null };
}

/** Gives cards that were added by SQL a secret under the data key of their batch. */
async function sealStock(sql: Sql): Promise<void> {
  const vault = createVault(join(database.dir, 'master.key'));
  const batches = await sql<{ id: string; data_key: Buffer }[]>`select id, data_key from batches`;
  const keys = new Map(batches.map(({ id, data_key }) => [id, vault.unwrap(data_key, dataKeyAad(id))]));
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await sql<{ id: string; programme_id: string; batch_id: string }[]>`
      select id, programme_id, batch_id from cards where id > ${after} order by id limit ${PIECE}`;
    if (rows.length === 0) break;
    const sealed = rows.map(({ id, programme_id, batch_id }) => {
      const secret = { code: id.slice(-16), pin: '123456', url: null };
      return sealSecret(vault, keys.get(batch_id)!, { card_id: id, programme_id }, secret).toString('hex');
    });
    await sql`
      update cards c set sealed = decode(made.sealed, 'hex')
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${sealed}::text[]) as made (id, sealed) where c.id = made.id`;
    after = rows.at(-1)!.id;
  }
  await settle(sql);
}
