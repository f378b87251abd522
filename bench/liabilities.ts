// What it takes to publish a sum of a million balances and to prove one of them: time, memory, storage, the size of a proof, and
// how long the browser's own code needs to check it.

import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getOwnProof } from '#features/coins/liabilities/get-own-proof.ts';
import { publishSum } from '#features/coins/liabilities/publish/publish-sum.ts';
import type { Actor, VaultCtx } from '#features/ctx.ts';
import { createManualClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { createLogger } from '#platform/log.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { checkProof } from '#web/pages/coins/proof/check/check-proof.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { median, percentile, writeResult } from './support/machine.ts';

const OWNERS = Number(process.env.BENCH_OWNERS ?? 1_000_000);
const PROOFS = 500;

const database = await openBenchDatabase();
const pools = openPools(database.url);
try {
  const { sql } = database;
  await addBalances();
  const ctx = {
    sql: pools.background,
    vault: createVault(join(database.dir, 'master.key')),
    clock: createManualClock(new Date()),
    log: createLogger('silent'),
    config: readConfig({ DEMO: 'on' }, database.dir),
  } as Partial<VaultCtx> as VaultCtx;
  const before = process.memoryUsage().rss;
  let highest = before;
  const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50);
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const began = performance.now();
  await publishSum(ctx)({}, { last: false });
  const publish_s = (performance.now() - began) / 1_000;
  stalls.disable();
  clearInterval(watching);
  const [size] = await sql<[{ bytes: number; height: number }]>`
    select pg_total_relation_size('sum_chunks') as bytes, (regexp_match(statement, 'height: (\\d+)'))[1]::int as height
    from published_sums`;
  const owners = await sql<{ id: string }[]>`
    select owner_id as id from ledger_accounts tablesample system (1) where owner_id is not null limit ${PROOFS}`;
  const [asked, checked, bytes]: [number[], number[], number[]] = [[], [], []];
  for (const { id } of owners) {
    const start = performance.now();
    const { data } = await getOwnProof({ ...ctx, sql: pools.reads }, { user: { id } } as Actor, {
      params: undefined,
      query: {},
      body: undefined,
    });
    asked.push(performance.now() - start);
    bytes.push(JSON.stringify(data).length);
    const found = performance.now();
    const { fault } = await checkProof(data.sum!, data.proof!, id);
    checked.push(performance.now() - found);
    if (fault) throw new Error(`the proof of ${id} is wrong: ${fault}`);
  }
  const ms = (values: number[]) => ({
    median_ms: Number(median(values).toFixed(2)),
    p99_ms: Number(percentile(values, 0.99).toFixed(2)),
  });
  await writeResult('liabilities', sql, {
    owners: OWNERS,
    transfers: 2 * OWNERS,
    height: size.height,
    publish_s: Number(publish_s.toFixed(1)),
    longest_stall_ms: Math.round(stalls.max / 1e6),
    memory_mib: Math.round((highest - before) / 2 ** 20),
    stored_mib_a_night: Math.round(size.bytes / 2 ** 20),
    proof_bytes: median(bytes),
    proof: ms(asked),
    check: ms(checked),
  });
} finally {
  await pools.end({ timeout: 1 });
  await database.close();
}

/** An account for each owner, with two transfers that its balance adds up to. */
async function addBalances(): Promise<void> {
  await database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const [house] = await tx<[{ id: number }]>`insert into ledger_accounts (kind) values ('crypto_eth') returning id`;
    await tx`
      insert into ledger_accounts (kind, owner_id, limited) select 'available', uuidv7(), true from generate_series(1, ${OWNERS}::int)`;
    await tx`
      insert into ledger_balances (account_id, balance_cents)
      select id, 1000 + id % 50000 from ledger_accounts where owner_id is not null`;
    await tx`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
      select ${house.id}, id, 2000 + id % 50000, 'top_up', 'bench in ' || id from ledger_accounts where owner_id is not null
      union all
      select id, ${house.id}, 1000, 'top_up_reversal', 'bench out ' || id from ledger_accounts where owner_id is not null`;
  });
  await database.sql`vacuum analyze ledger_accounts, ledger_balances, ledger_transfers`;
}
