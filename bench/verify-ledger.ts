// What a check of the books takes at ten million transfers (BENCH_TRANSFERS): each part of `facevalue ledger verify` with its longest
// piece, through the pool and the limits that the command and the nightly check have, and the check of the chain that goes on from a note.
// Then the trial balance, the close of a month, and what the trigger of closed months costs each transfer: posted in turns with and
// without it. The buyers' money is granted, so that deposits and shares, which are checked row by row, are left out.
import { join } from 'node:path';
import { booksOf } from '#app/checks.ts';
import type { Actor, VaultCtx } from '#features/ctx.ts';
import { type LedgerPiece, ledgerChecks } from '#features/office/books/verification/ledger-checks.ts';
import { readBalance } from '#features/office/periods/balance/read-balance.ts';
import { closeMonth } from '#features/office/periods/months/close-month.ts';
import { readMonths } from '#features/office/periods/months/read-months.ts';
import { closeLedgerDays } from '#features/office/periods/sums/close-ledger-days.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { verifyTransferChain } from '#platform/ledger/chain/verify-chain.ts';
import { createLogger } from '#platform/log.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addBooks } from './support/add-books.ts';
import { addStaff, openBenchDatabase } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';

const TRANSFERS = Number(process.env.BENCH_TRANSFERS ?? 10_000_000);
/** Of no interest at this size: each order has one line, without a seal, and no address belongs to a payment. */
const LEFT_OUT = ['lines', 'addresses'];
const PAIRS = 300;

const database = await openBenchDatabase({ dir: process.env.BENCH_DIR });
const pools = openPools(database.url);
try {
  const { sql } = database;
  const vault = createVault(join(database.dir, 'master.key'));
  const ctx = {
    sql: pools.background,
    vault,
    clock: systemClock,
    log: createLogger('silent'),
    config: readConfig({ DEMO: 'on' }, database.dir),
  } as Partial<VaultCtx> as VaultCtx;
  const [built] = await sql<{ transfers: number }[]>`select count(*) as transfers from ledger_transfers`;
  const load_s = built!.transfers > 0 ? null : await seconds(() => load(database.owner_url));
  say('loaded', load_s);
  const sealing = await seconds(() =>
    sealTransfers(sql, vault, (sealed) => sealed % 1_000_000 === 0 && say('sealed', sealed)),
  );
  const [days] = await sql<{ due: number }[]>`
    select count(distinct created_at::date) - 1 - (select count(distinct day) from ledger_days) as due from ledger_transfers`;
  // Those that are closed in one go, and the rest.
  const closing_days = await seconds(async () => {
    for (let calls = 0; calls < 3; calls++) await closeLedgerDays(ctx);
  });
  say('days', closing_days);
  for (const table of ['ledger_chain', 'ledger_days']) await sql`vacuum analyze ${sql(table)}`;

  const actor = await anApprover(sql);
  const months = (await readMonths(sql)).filter(({ state }) => state === 'open').toReversed();
  const closings: number[] = [];
  for (const { month } of months)
    closings.push(
      await seconds(() => closeMonth(ctx, actor, { params: { month } } as Parameters<typeof closeMonth>[2])),
    );
  say('months closed', closings.map(round).join(' '));

  const parts = await checkAll(ctx);
  await post(sql, 1_000);
  await sealTransfers(sql, vault);
  const noted = await seconds(async () => {
    for (let after: string | null = 'noted'; after !== null; ) after = (await verifyTransferChain(ctx, after)).last;
  });
  const [span] = await sql<{ first: string; last: string; running: string }[]>`
    select min(created_at)::date::text as first, max(created_at)::date::text as last,
      date_trunc('month', now())::date::text as running from ledger_transfers`;
  const balanceOf = (from: string, to: string) => fastest(() => readBalance(pools.reads, { from, to }));
  const closed = months.at(-1)?.month ?? span!.running.slice(0, 7);
  const balance = {
    running_month_s: await balanceOf(span!.running, span!.last),
    closed_month_s: await balanceOf(`${closed}-01`, `${closed}-28`),
    all_days_s: await balanceOf(span!.first, span!.last),
  };
  await writeResult('verify-ledger', sql, {
    command: `BENCH_TRANSFERS=${TRANSFERS} npm run bench -- verify-ledger`,
    transfers: TRANSFERS,
    ...(load_s !== null && { sealed_per_second: Math.round(TRANSFERS / sealing) }),
    closed_days: days!.due,
    seconds_to_close_days: round(closing_days),
    verify_s: round(Object.values(parts).reduce((sum, { s }) => sum + s, 0)),
    parts,
    chain_from_note_s: round(noted),
    trial_balance: balance,
    ...(closings.length > 0 && {
      month_close_s: {
        first: round(closings[0]!),
        median: round(median(closings)),
        longest: round(Math.max(...closings)),
      },
    }),
    closed_month_trigger: await compareTrigger(sql),
  });
} finally {
  await pools.end({ timeout: 1 });
  await database.close();
}

/** Every part as the command line runs it. A part that the limits end says so, and the next one follows. */
async function checkAll(ctx: VaultCtx) {
  const parts: Record<string, { s: number; pieces: number; longest_piece_s: number; ended?: string }> = {};
  for (const { name, start, piece } of ledgerChecks(booksOf(true), 'first')) {
    if (LEFT_OUT.includes(name)) continue;
    const found = { s: 0, pieces: 0, longest_piece_s: 0 };
    const problems: string[] = [];
    let ended: string | undefined;
    for (let after: string | null = start; after !== null && !ended; ) {
      const from: string = after;
      const took = await seconds(async () => {
        const done: LedgerPiece = await piece(ctx, from);
        problems.push(...done.problems);
        after = done.last;
      }).catch((error) => {
        ended = error.message;
        return 0;
      });
      found.pieces++;
      found.s += took;
      found.longest_piece_s = Math.max(found.longest_piece_s, took);
    }
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
    parts[name] = {
      ...found,
      s: round(found.s),
      longest_piece_s: round(found.longest_piece_s),
      ...(ended && { ended }),
    };
    say(name, JSON.stringify(parts[name]));
  }
  return parts;
}

/** Posts transfers one by one, in turns with and without the trigger, so that other load meets both. */
async function compareTrigger(sql: Sql) {
  const times = { with: [] as number[], without: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const way of pair % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await sql.begin(async (tx) => {
        if (way === 'without') await tx`alter table ledger_transfers disable trigger ledger_transfers_in_open_month`;
        await post(tx as unknown as Sql, 1);
        times[way].push(1000 * (await seconds(() => post(tx as unknown as Sql, 20))));
        await tx`rollback and chain`;
      });
    }
  }
  const [withIt, without] = [median(times.with) / 20, median(times.without) / 20];
  return { pairs: PAIRS, ms: round(withIt, 4), without_ms: round(without, 4), ratio: round(withIt / without) };
}

/** Grants of one cent, each in a statement of its own. */
async function post(sql: Sql, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await sql`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
      select d.id, c.id, 1, 'demo_grant', c.owner_id, 'bench more ' || uuidv7()
      from (select id from ledger_accounts where kind = 'demo_money') d,
        (select id, owner_id from ledger_accounts where kind = 'available' order by id limit 1) c`;
}

/** Statements that load may take as long as they need. */
async function load(url: string): Promise<void> {
  const sql = connect(url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
  await addBooks(sql, TRANSFERS);
  await sql.end();
}

async function anApprover(sql: Sql): Promise<Actor> {
  const [there] = await sql<{ id: string }[]>`select id from users where username = 'approver'`;
  const id = there?.id ?? (await addStaff(sql)).approver;
  return { user: { id, role: 'admin', roles: ['approver'] }, client: { address: '' } } as unknown as Actor;
}

async function fastest(work: () => Promise<unknown>): Promise<number | string> {
  const times: number[] = [];
  try {
    for (let run = 0; run < 3; run++) times.push(await seconds(work));
  } catch (error) {
    return (error as Error).message;
  }
  return round(Math.min(...times), 3);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

function say(what: string, value: unknown): void {
  process.stderr.write(`${what}: ${value}\n`);
}
