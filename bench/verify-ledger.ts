// What a check of the books takes at ten million transfers (BENCH_TRANSFERS): each part of `facevalue ledger verify` with its longest
// piece, through the pool and the limits that the command and the nightly check have, and the check of the chain that goes on from a note.
// Before, the sums of all days and of sellers, and each month's close; then the page Reconciliation, the sellers' night and the published
// sum, the trial balance, and what the trigger of closed months costs each transfer: posted in turns with and without it. The buyers' money
// is granted, so that there are no deposits. With BENCH_DIR, a run goes on with the books that an earlier one built and sealed. The chain comes
// last, since it takes the longest: the result is written before it and once more after it. On a machine that has other work, read the
// seconds of computing (cpu_s).
import { join } from 'node:path';
import { booksOf } from '#app/checks.ts';
import { publishSum } from '#features/coins/liabilities/publish/publish-sum.ts';
import type { Actor, VaultCtx } from '#features/ctx.ts';
import { closeAccounts } from '#features/office/books/sums/close-accounts.ts';
import { readReconciliation } from '#features/office/books/sums/read-reconciliation.ts';
import { beginRun, noteChecked } from '#features/office/books/verification/checked-note.ts';
import { type LedgerCheck, type LedgerPiece, ledgerChecks } from '#features/office/books/verification/ledger-checks.ts';
import { readBalance } from '#features/office/periods/balance/read-balance.ts';
import { closeMonth } from '#features/office/periods/months/close-month.ts';
import { readMonths } from '#features/office/periods/months/read-months.ts';
import { closeLedgerDays } from '#features/office/periods/sums/close-ledger-days.ts';
import { closeSaleDays } from '#features/office/periods/sums/close-sale-days.ts';
import { reconcileSellers } from '#features/supply/sellers/books/reconcile-sellers.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { createLogger } from '#platform/log.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addBooks } from './support/add-books.ts';
import { addStaff, openBenchDatabase } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';
import { postgresSeconds } from './support/postgres-time.ts';

const TRANSFERS = Number(process.env.BENCH_TRANSFERS ?? 10_000_000);
/** Of no interest at this size: each order has one line, without a seal, and no address belongs to a payment. */
const LEFT_OUT = ['lines', 'addresses'];
/** What goes on from a note on most nights. */
const ONLY_ADDED_TO = ['sealed', 'transfers', 'unexplained', 'days'];
const PAIRS = 100;

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
  const [before] = await sql<{ built: boolean }[]>`select exists (select from ledger_transfers) as built`;
  const load_s = before!.built ? null : await seconds(() => load(database.owner_url));
  say('loaded', load_s);
  const [built] = await sql<{ transfers: number }[]>`select count(*) as transfers from ledger_transfers`;
  let sealed = 0;
  const sealing = await seconds(async () => {
    sealed = await sealTransfers(sql, vault, (count) => count % 100_000 === 0 && say('sealed', count));
  });
  const [days] = await sql<{ due: number }[]>`
    select count(distinct created_at::date) - 1 - (select count(distinct day) from ledger_days) as due
    from ledger_transfers`;
  const closing_days = await seconds(() => untilNoMore(sql, 'ledger_days', () => closeLedgerDays(ctx)));
  say('days', closing_days);
  const closing_sales = await seconds(() => untilNoMore(sql, 'sale_days', () => closeSaleDays(ctx)));
  say('sales', closing_sales);
  const closing_accounts = await seconds(() => untilNoMore(sql, 'ledger_closings', () => closeAccounts(ctx)));
  say('accounts', closing_accounts);
  for (const table of ['ledger_chain', 'ledger_days', 'sale_days', 'ledger_closings'])
    await sql`vacuum analyze ${sql(table)}`;

  const actor = await anApprover(sql);
  const months = (await readMonths(sql)).filter(({ state }) => state === 'open').toReversed();
  const closings: number[] = [];
  for (const { month } of months)
    closings.push(
      await seconds(() => closeMonth(ctx, actor, { params: { month } } as Parameters<typeof closeMonth>[2])),
    );
  say('months closed', closings.map((took) => round(took)).join(' '));

  const computed = await postgresSeconds(sql);
  const run = await beginRun(ctx);
  const [chain, ...others] = ledgerChecks(booksOf(true));
  const whole = await checkAll(ctx, others, computed);
  await noteChecked(ctx, run);
  await post(sql, 1_000);
  const { after } = await beginRun(ctx);
  const [noted, ...goesOn] = ledgerChecks(booksOf(true), { chain: 'noted', after });
  await sealTransfers(sql, vault);
  const nightly = await checkAll(
    ctx,
    goesOn.filter(({ name }) => ONLY_ADDED_TO.includes(name)),
    computed,
  );
  const [span] = await sql<{ first: string; last: string; running: string }[]>`
    select min(created_at)::date::text as first, max(created_at)::date::text as last,
      date_trunc('month', now())::date::text as running from ledger_transfers`;
  const balanceOf = (from: string, to: string) => fastest(() => readBalance(pools.reads, { from, to }));
  const closed = (await readMonths(sql)).find(({ state }) => state === 'closed')!.month;
  const balance = {
    running_month_s: await balanceOf(span!.running, span!.last),
    closed_month_s: await balanceOf(`${closed}-01`, `${closed}-28`),
    all_days_s: await balanceOf(span!.first, span!.last),
  };
  const figures = {
    command: `BENCH_TRANSFERS=${TRANSFERS} npm run bench -- verify-ledger`,
    transfers: built!.transfers,
    links: await countLinks(sql),
    // A run that goes on with earlier books finds them sealed and summed up.
    ...(sealed > 0 && { sealed_per_second: Math.round(sealed / sealing) }),
    ...(days!.due > 0 && {
      closed_days: days!.due,
      seconds_to_close_days: round(closing_days),
      seconds_to_sum_up_sales: round(closing_sales),
    }),
    reconciliation_s: await fastest(() => readReconciliation({ sql: pools.background, clock: systemClock })),
    sellers_night_s: await fastest(() => reconcileSellers(ctx), 1),
    published_sum_s: await fastest(() => publishSum(ctx)({}, { last: false }), 1),
    trial_balance: balance,
    ...(closings.length > 0 && {
      month_close_s: {
        first: round(closings[0]!),
        median: round(median(closings)),
        longest: round(Math.max(...closings)),
      },
    }),
    closed_month_trigger: await compareTrigger(sql),
  };
  await write(sql, figures, whole, nightly);
  const walked = await checkAll(ctx, [chain!], computed);
  await post(sql, 1_000);
  await sealTransfers(sql, vault);
  await write(sql, figures, merge(walked, whole), merge(await checkAll(ctx, [noted!], computed), nightly));
} finally {
  await pools.end({ timeout: 1 });
  await database.close();
}

interface Part {
  s: number;
  /** Of this process and PostgreSQL's. */
  cpu_s: number;
  pieces: number;
  longest_piece_s: number;
  ended?: string;
}

/** Every part as the command line runs it. A part that the limits end says so, and the next one follows. */
async function checkAll(
  ctx: VaultCtx,
  checks: readonly LedgerCheck[],
  computed: () => Promise<number>,
): Promise<Checked> {
  const parts: Record<string, Part> = {};
  let memory = 0;
  for (const { name, start, piece } of checks) {
    if (LEFT_OUT.includes(name)) continue;
    const found: Part = { s: 0, cpu_s: 0, pieces: 0, longest_piece_s: 0 };
    const problems: string[] = [];
    const cpu = async () => (await computed()) + process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
    const before = await cpu();
    for (let after: string | null = start; after !== null && !found.ended; ) {
      const from: string = after;
      const took = await seconds(async () => {
        const done: LedgerPiece = await piece(ctx, from);
        problems.push(...done.problems);
        after = done.last;
      }).catch((error) => {
        found.ended = error.message;
        return 0;
      });
      found.pieces++;
      found.s += took;
      found.longest_piece_s = Math.max(found.longest_piece_s, took);
      memory = Math.max(memory, process.memoryUsage.rss());
    }
    found.cpu_s = (await cpu()) - before;
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
    for (const figure of ['s', 'cpu_s', 'longest_piece_s'] as const) found[figure] = round(found[figure]);
    parts[name] = found;
    say(name, JSON.stringify(found));
  }
  return { parts, memory };
}

async function countLinks(sql: Sql): Promise<number> {
  const [end] = await sql<{ links: number }[]>`select coalesce(max(position), 0) as links from ledger_chain`;
  return end!.links;
}

interface Checked {
  parts: Record<string, Part>;
  /** Of this process, at most. */
  memory: number;
}

function merge(one: Checked, other: Checked): Checked {
  return { parts: { ...one.parts, ...other.parts }, memory: Math.max(one.memory, other.memory) };
}

/** `nightly` has the parts that go on from a note; the others take as long as they do when all is read. */
function write(sql: Sql, figures: Record<string, unknown>, whole: Checked, nightly: Checked): Promise<void> {
  const all = { ...whole.parts, ...nightly.parts };
  return writeResult('verify-ledger', sql, {
    ...figures,
    verify_s: sumOf(whole.parts, 's'),
    verify_cpu_s: sumOf(whole.parts, 'cpu_s'),
    nightly_s: sumOf(all, 's'),
    nightly_cpu_s: sumOf(all, 'cpu_s'),
    longest_piece_s: Math.max(...Object.values(whole.parts).map(({ longest_piece_s }) => longest_piece_s)),
    memory_mib: Math.round(Math.max(whole.memory, nightly.memory) / 2 ** 20),
    parts: whole.parts,
    nightly_parts: nightly.parts,
  });
}

/** What the shop does every hour, until it adds no row any more. */
async function untilNoMore(sql: Sql, table: string, work: () => Promise<void>): Promise<void> {
  for (let rows = -1; ; ) {
    await work();
    const [now] = await sql<{ rows: number }[]>`select count(*) as rows from ${sql(table)}`;
    if (now!.rows === rows) return;
    rows = now!.rows;
  }
}

function sumOf(parts: Record<string, Part>, figure: 's' | 'cpu_s'): number {
  return round(Object.values(parts).reduce((sum, part) => sum + part[figure], 0));
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

/** Seconds, or what ended it. */
async function fastest(work: () => Promise<unknown>, runs = 3): Promise<number | string> {
  const times: number[] = [];
  try {
    for (let run = 0; run < runs; run++) times.push(await seconds(work));
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
