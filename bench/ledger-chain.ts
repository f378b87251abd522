// The chain over the ledger's transfers: how many a second are sealed and checked, and what the sealer's look at a chain without
// anything new costs. The floor reads and writes the same rows without a MAC, in statements of their own.
import { join } from 'node:path';
import { systemClock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { verifyTransferChain } from '#platform/ledger/chain/verify-chain.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { loadFast } from './support/load-fast.ts';
import { writeResult } from './support/machine.ts';

const TRANSFERS = 300_000;
const LOOKS = 50;

const database = await openBenchDatabase();
try {
  const { sql, dir } = database;
  const vault = createVault(join(dir, 'master.key'));
  await addTransfers(sql);
  const bare = await seconds(() => copyBare(sql));
  await sql`drop table bare_chain`;
  const sealing = await seconds(() => sealTransfers(sql, vault));
  // As autovacuum leaves a shop's.
  await sql`vacuum analyze ledger_chain, ledger_transfers`;
  const look = await seconds(async () => {
    for (let looks = 0; looks < LOOKS; looks++) await sealTransfers(sql, vault);
  });
  const problems: string[] = [];
  const checking = await seconds(async () => {
    for (let after: string | null = 'first'; after !== null; ) {
      const piece = await verifyTransferChain({ sql, vault, clock: systemClock }, after);
      problems.push(...piece.problems);
      after = piece.last;
    }
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const [size] = await sql<{ bytes: number }[]>`select pg_total_relation_size('ledger_chain') as bytes`;
  await writeResult('ledger-chain', sql, {
    transfers: TRANSFERS,
    sealed_per_second: Math.round(TRANSFERS / sealing),
    bare_rows_per_second: Math.round(TRANSFERS / bare),
    ratio: Number((bare / sealing).toFixed(3)),
    target_ratio: 0.5,
    checked_per_second: Math.round(TRANSFERS / checking),
    look_ms: Number(((look * 1000) / LOOKS).toFixed(2)),
    bytes_per_link: Math.round(size!.bytes / TRANSFERS),
  });
} finally {
  await database.close();
}

/** Sales of a thousand buyers. */
async function addTransfers(sql: Sql): Promise<void> {
  await loadFast(sql, ['ledger_accounts', 'ledger_transfers'], async (on) => {
    await on`insert into ledger_accounts (kind, owner_id, limited) select 'available', uuidv7(), true from generate_series(1, 1000)`;
    await on`insert into ledger_accounts (kind) values ('sales')`;
    await on`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
      select buyer.id, sales.id, 900, 'order', uuidv7(), 'order:' || uuidv7()
      from generate_series(1, ${TRANSFERS}::int) n join ledger_accounts sales on sales.kind = 'sales'
      join (select id, row_number() over (order by id) as place from ledger_accounts where kind = 'available') buyer
        on buyer.place = 1 + n % 1000 order by n`;
  });
}

/** The same rows, read into this process and written in batches of the same size by the same driver. */
async function copyBare(sql: Sql): Promise<void> {
  await sql`
    create table bare_chain (position bigint primary key, transfer_id bigint unique references ledger_transfers (id), sealed_at timestamptz, link bytea)`;
  const link = Buffer.alloc(32);
  for (let last = 0; ; ) {
    const rows = await sql<{ id: number; now: string }[]>`
      select t.*, now()::text as now from ledger_transfers t where id > ${last} order by id limit 2000`;
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const links = rows.map(({ id, now }) => ({ position: id, transfer_id: id, sealed_at: now, link }));
    await sql`insert into bare_chain ${sql(links)}`;
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
