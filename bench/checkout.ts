// One-card checkouts per second with 8 concurrent buyers, against pgbench's TPC-B-like script with 8 clients on the
// same server; by the clock, and by what all processes but the load's compute.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { verifySellers } from '#features/supply/sellers/books/verify-sellers.ts';
import { SELLER_KINDS, sellerAccount } from '#features/supply/sellers/shares/seller-account.ts';
import type { Sql } from '#platform/db/client.ts';
import { openAccounts } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { addBuyers, addStock, openBenchDatabase, startBenchShop } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';
import { cpuMeter } from './support/postgres-time.ts';

const run = promisify(execFile);
const clients = 8;
const seconds = 8;
const rounds = 3;

type Run = LoadResult & { cpu_us: number };

const database = await openBenchDatabase();
try {
  const { sql } = database;
  await addStock(database, 250_000);
  // Many buyers, so that nobody gets near the daily limit.
  const tokens = await addBuyers(sql, 400, 400_000);
  const stock = (await sql<{ id: string }[]>`select id from cards where price_cents < 1000 order by random()`).map(
    (card) => card.id,
  );
  await pgbench(['-i', '-s', '10', '-q']);
  const shop = await startBenchShop(database);
  const order = (client: number) => {
    const id = stock.pop();
    if (!id) throw new Error('the stock of cheap cards ran out');
    const token = tokens[(stock.length * clients + client) % tokens.length];
    return {
      path: '/api/invoices',
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ids: [id] }),
    };
  };
  const ofShop = await cpuMeter(sql, [shop.pid]);
  const ofPgbench = await cpuMeter(sql, [process.pid]);
  const checkOut = (length = seconds) =>
    ofShop(() => runLoad({ url: shop.url, clients, seconds: length, status: 201, next: order }));
  await checkOut(2);
  const floors: { per_second: number; cpu_us: number }[] = [];
  const checkouts: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await ofPgbench(tpcB));
    checkouts.push(await checkOut());
  }
  // The same with every card sold for a seller, whose share is split off in the same transaction.
  await sellFor(sql);
  const split: Run[] = [];
  for (let round = 0; round < rounds; round++) split.push(await checkOut());
  const problems = [...(await verifyLedger(sql)).problems, ...(await verifySellers(sql))];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const ratio = (of: (floor: (typeof floors)[number], run: Run) => number) =>
    Number(median(checkouts.map((run, round) => of(floors[round]!, run))).toFixed(3));
  const [sold] = await sql<{ count: number }[]>`select count(*) from order_lines`;
  await writeResult('checkout', sql, {
    clients,
    rounds,
    checkouts_per_second: Math.round(median(checkouts.map((each) => each.per_second))),
    p50_ms: Number(median(checkouts.map((each) => each.p50_ms)).toFixed(2)),
    p99_ms: Number(median(checkouts.map((each) => each.p99_ms)).toFixed(2)),
    cpu_us: Math.round(median(checkouts.map((each) => each.cpu_us))),
    tpc_b_like_per_second: Math.round(median(floors.map((each) => each.per_second))),
    tpc_b_like_cpu_us: Math.round(median(floors.map((each) => each.cpu_us))),
    with_seller_split_per_second: Math.round(median(split.map((each) => each.per_second))),
    with_seller_split_p99_ms: Number(median(split.map((each) => each.p99_ms)).toFixed(2)),
    with_seller_split_cpu_us: Math.round(median(split.map((each) => each.cpu_us))),
    ratio: ratio((floor, run) => run.per_second / floor.per_second),
    target_ratio: 0.35,
    ratio_by_cpu: ratio((floor, run) => floor.cpu_us / run.cpu_us),
    target_ratio_by_cpu: 0.6,
    orders_written: sold?.count,
    server_rss_mib: await shop.rssMib(),
  });
  await shop.close();
} finally {
  await database.close();
}

/** Gives all batches to one seller, which nobody can outside a benchmark. */
async function sellFor(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`alter table batches disable trigger batches_keep_seller`;
    const [seller] = await tx<[{ id: string }]>`
      insert into sellers (legal_name, contact_email, country, state, data_key, tax_id, commission_bp, returns_borne_by,
        reserve_bp, reserve_days, minimum_payout_cents, created_by, created_at)
      select 'Bench Cards Ltd', 'bench@example.com', 'DE', 'applied', '', '', 1000, 'shop', 0, 0, 100, id, now()
      from users limit 1 returning id`;
    await openAccounts(
      tx as never,
      SELLER_KINDS.map((kind) => sellerAccount(kind, seller.id)),
    );
    // Sold before: those lines stay the shop's own, in batches of their own that nobody reads.
    await tx`update order_lines set batch_id = uuidv7()`;
    await tx`update batches set seller_id = ${seller.id}`;
  });
}

async function tpcB(): Promise<{ requests: number; per_second: number }> {
  const output = await pgbench(['-c', String(clients), '-j', '2', '-T', String(seconds), '-n']);
  const tps = /tps = ([\d.]+)/.exec(output)?.[1];
  const requests = /actually processed: (\d+)/.exec(output)?.[1];
  if (!tps || !requests) throw new Error(`pgbench said no tps:\n${output}`);
  return { requests: Number(requests), per_second: Number(tps) };
}

async function pgbench(args: string[]): Promise<string> {
  const binary = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find(existsSync);
  if (!binary) throw new Error('pgbench is missing: install the Debian package postgresql-contrib.');
  const { stdout } = await run(binary, [...args, database.owner_url]);
  return stdout;
}
