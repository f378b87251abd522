// How long `facevalue key rotate data` takes to seal every card anew, and what checkouts beside it take, against a quiet shop.
// BENCH_CARDS says how many cards; the command runs in a process of its own, as operators run it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { dataKeyAad, sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import type { Sql } from '#platform/db/client.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addBuyers, addStock, openBenchDatabase, settle, startBenchShop } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';

const cards = Number(process.env.BENCH_CARDS ?? 100_000);
const clients = 4;
const ROUND_S = 4;
const PIECE = 5_000;
/** As the command waits for what is being read. */
const SETTLE_S = 60;
const SECOND_MS = 1_000;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  await addStock(database, cards);
  await sealStock(sql);
  const tokens = await addBuyers(sql, 400, 4_000_000);
  const stock = (await sql<{ id: string }[]>`select id from cards where price_cents < 1000 order by random()`).map(
    (card) => card.id,
  );
  const shop = await startBenchShop(database);
  const order = (client: number) => {
    const id = stock.pop();
    if (!id) throw new Error('the stock of cheap cards ran out');
    return {
      path: '/api/invoices',
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[(stock.length * clients + client) % tokens.length]}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ids: [id] }),
    };
  };
  const round = () => runLoad({ url: shop.url, clients, seconds: ROUND_S, status: 201, next: order });
  await round();
  const quiet = [await round(), await round(), await round()];
  const beside: LoadResult[] = [];
  const rotation = startRotation();
  const settled_at = await rotation.settled;
  await delay(SETTLE_S * SECOND_MS);
  let running = true;
  const ended_at = rotation.ended.finally(() => {
    running = false;
  });
  while (running) beside.push(await round());
  const seconds = (await ended_at) / SECOND_MS - settled_at / SECOND_MS - SETTLE_S;
  // The last round went on after it.
  const during = beside.slice(0, Math.max(1, beside.length - 1));
  const [left] = await sql<[{ count: number }]>`
    select count(*) as count from cards c join batches b on b.id = c.batch_id where length(b.data_key) <> 130`;
  await writeResult('rotate-keys', sql, {
    cards,
    clients,
    seconds: Number(seconds.toFixed(1)),
    cards_per_second: Math.round(cards / seconds),
    million_cards_minutes: Number(((1e6 / cards) * (seconds / 60)).toFixed(1)),
    cards_left: left.count,
    quiet: figuresOf(quiet),
    during: figuresOf(during),
  });
  await shop.close();
} finally {
  await database.close();
}

function figuresOf(rounds: readonly LoadResult[]) {
  return {
    rounds: rounds.length,
    checkouts_per_second: Math.round(median(rounds.map((each) => each.per_second))),
    p50_ms: Number(median(rounds.map((each) => each.p50_ms)).toFixed(1)),
    p99_ms: Number(median(rounds.map((each) => each.p99_ms)).toFixed(1)),
  };
}

/** Runs the command; tells when it began to wait for what is being read, and when it ended (ms of this process). */
function startRotation(): { settled: Promise<number>; ended: Promise<number> } {
  const cli = join(import.meta.dirname, '../src/cli.ts');
  const child = spawn(process.execPath, [cli, 'key', 'rotate', 'data'], {
    env: { PATH: process.env.PATH, DATA_DIR: database.dir, SETTINGS_DIR: database.dir, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const settled = Promise.withResolvers<number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    if (line.startsWith('What is being read')) settled.resolve(performance.now());
  });
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`The command ended with ${code}.`);
    return performance.now();
  });
  ended.catch(settled.reject);
  return { settled: settled.promise, ended };
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
