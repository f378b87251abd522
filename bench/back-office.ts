// The back office in a shop with 1,000,000 accounts, as many audit entries and transfers, 400,000 orders and 100,000 tickets
// (BENCH_USERS, BENCH_AUDIT …, or BENCH_PART=100 for a hundredth of everything): overview, jobs, desk, accounts, audit log, ledger and orders through the whole
// pipeline. Each call takes turns with the plain select of what it shows and with a call that finds nothing: `select_ratio`
// is against the select alone, `ratio` against both, as the session and the duties have to be read, too.

import { randomBytes } from 'node:crypto';
import { openShop } from '#app/boot.ts';
import { createShop } from '#app/shop.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { closeAccounts } from '#features/office/books/sums/close-accounts.ts';
import { createDailySums } from '#features/office/overview/figures/create-daily-sums.ts';
import { closeLedgerDays } from '#features/office/periods/sums/close-ledger-days.ts';
import { readConfig } from '#platform/config.ts';
import type { Sql } from '#platform/db/client.ts';
import { createLogger } from '#platform/log.ts';
import { addHistory, ROLES } from './support/add-history.ts';
import { addTickets } from './support/add-tickets.ts';
import { openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { median, percentile, writeResult } from './support/machine.ts';

const part = Number(process.env.BENCH_PART ?? 1);
const amount = (name: string, usual: number) =>
  Number(process.env[`BENCH_${name}`] ?? Math.max(100, Math.round(usual / part)));
const amounts = {
  users: amount('USERS', 1_000_000),
  audit: amount('AUDIT', 1_000_000),
  transfers: amount('TRANSFERS', 1_000_000),
  orders: amount('ORDERS', 400_000),
  payments: amount('PAYMENTS', 100_000),
  batches: amount('BATCHES', 20_000),
  jobs: amount('JOBS', 100_000),
  tickets: amount('TICKETS', 100_000),
};
const COMMENTS = 2;
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
// Postgres settles on a plan after five runs of a statement.
const WARM = 7;

const database = await openBenchDatabase();
const { sql } = database;
try {
  const load_ms = await timeOf(async () => {
    await addHistory(database, amounts);
    await addTickets(sql, { tickets: amounts.tickets, comments: COMMENTS });
  });
  const token = await addAuditor(sql);
  await sealAdded(database);
  const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir, RATE_LIMIT_PER_MINUTE: '100000000' });
  const shop = await openShop({
    config,
    log: createLogger('error'),
    database: { url: database.url, owner_url: null },
  });
  const { app } = createShop({ ctx: shop.ctx });
  const close_days_ms = await timeOf(() => closeLedgerDays(shop.ctx));
  await closeAccounts(shop.ctx);
  const sum_month_ms = await timeOf(createDailySums(shop.ctx));
  await sql`vacuum analyze ledger_days, ledger_closings, daily_figures`;
  if (process.env.BENCH_WAIT) {
    process.stdout.write(`${database.owner_url}\n`);
    await new Promise((resolve) => process.once('SIGUSR2', resolve));
  }
  const { busy, quiet, user, order, number, shares } = await pickNames(sql);
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  const overview = (days: number) =>
    Promise.all([
      sql`select * from daily_figures where day >= ${day(days - 1)}`,
      sql`select * from stock_totals`,
      sql`select * from worker_loops`,
      sql`select from tickets where waiting_since is not null limit 10000`,
      sql`select from graphile_worker._private_jobs where is_available and run_at <= now() limit 10000`,
    ]);
  const entries = (ids: Id[]) => sql`select * from audit_entries where id = any(${ids as number[]})`;
  const transfers = (ids: Id[]) => sql`select * from ledger_transfers where id = any(${ids as number[]})`;
  const accounts = (ids: Id[]) => sql`select * from ledger_accounts where id = any(${ids as number[]})`;
  const orders = (ids: Id[]) => sql`select * from orders where id = any(${ids as string[]})`;
  const lines = (ids: Id[]) => sql`select * from order_lines where id = any(${ids as string[]})`;
  const days = () => sql`select * from ledger_days`;
  const tickets = (ids: Id[]) => sql`select * from tickets where id = any(${ids as string[]})`;
  const users = (ids: Id[]) => sql`select * from users where id = any(${ids as string[]})`;
  const words = await pickWords(sql);
  const person = await pickPerson(sql);
  const month = `from=${day(60)}&to=${day(31)}`;
  const calls: Record<string, [path: string, floor: (ids: Id[]) => PromiseLike<unknown>]> = {
    overview_today: ['overview?days=1', () => overview(1)],
    overview_7_days: ['overview?days=7', () => overview(7)],
    overview_30_days: ['overview?days=30', () => overview(30)],
    waiting: ['waiting', () => sql`select from alerts where resolved_at is null limit 100`],
    queue_waiting: ['tickets', tickets],
    queue_unassigned: ['tickets?view=unassigned', tickets],
    queue_mine: ['tickets?view=mine', tickets],
    queue_all: ['tickets?view=all', tickets],
    ticket_number: [`tickets?view=all&q=%23${words.number}`, tickets],
    ticket_buyer: [`tickets?view=all&q=${words.buyer}`, tickets],
    ticket_misspelt_buyer: [`tickets?view=all&q=${words.buyer.replace(/(.)(.)$/, '$2$1')}`, tickets],
    ticket_rare_word: [`tickets?view=all&q=${words.rare}`, tickets],
    ticket_word: [`tickets?view=all&q=${words.middle}`, tickets],
    ticket_misspelt_word: [`tickets?view=all&q=${words.middle.replace(/(.)(.)(.)$/, '$2$1$3')}`, tickets],
    ticket_common_word: [`tickets?view=all&q=${words.common}`, tickets],
    ticket_two_words: [`tickets?view=all&q=${words.common}%20${words.frequent}`, tickets],
    ticket_nowhere: ['tickets?view=all&q=xylophonquartett', tickets],
    users: ['users', users],
    users_last_page: ['users?page=34', users],
    users_by_name: ['users?sort=username', users],
    users_disabled: ['users?state=disabled', users],
    users_tier_2_inactive: ['users?tier=2&state=inactive', users],
    users_with_debt: ['users?state=debt', users],
    user_id: [`users?q=${person.id}`, users],
    user_name: [`users?q=${person.username}`, users],
    user_part_of_name: [`users?q=${person.username.slice(2, 8)}`, users],
    user_three_letters: [`users?q=${person.username.slice(2, 5)}`, users],
    user_two_letters: [`users?q=${person.username.slice(0, 2)}`, users],
    user_in_every_address: ['users?q=example', users],
    user_address: [`users?q=${encodeURIComponent(person.email)}`, users],
    user_nowhere: ['users?q=zzqxzzqx', users],
    user_name_and_state: [`users?q=${person.username.slice(2, 5)}&state=disabled`, users],
    user_order_number: [`users?q=%23${person.number}`, users],
    user_deposit_address: [`users?q=${person.address}`, users],
    user_txid: [`users?q=${person.txid}`, users],
    jobs: ['jobs', () => sql`select * from worker_loops`],
    audit: ['audit-entries', entries],
    audit_busy_person: [`audit-entries?who=${busy}`, entries],
    audit_quiet_person: [`audit-entries?who=${quiet}`, entries],
    audit_nobody: ['audit-entries?who=nobody-of-that-name', entries],
    audit_action: ['audit-entries?action=bench.common', entries],
    audit_rare_action: ['audit-entries?action=bench.rare', entries],
    audit_about_person: [`audit-entries?about=${user}`, entries],
    audit_about_order: [`audit-entries?about=%23${number}`, entries],
    audit_month: [`audit-entries?${month}`, entries],
    audit_person_and_action: [`audit-entries?who=${busy}&action=bench.common`, entries],
    audit_person_never_did: [`audit-entries?who=${busy}&action=bench.rare`, entries],
    audit_all_filters: [`audit-entries?who=${busy}&action=bench.common&${month}`, entries],
    ledger_kinds: ['ledger/kinds', days],
    ledger_flow: [`ledger/flow?${month}`, days],
    ledger_house_account: [`ledger/accounts/${await accountOf(sql, 'sales')}`, transfers],
    ledger_buyer_account: [`ledger/accounts/${await accountOf(sql, 'available')}`, transfers],
    ledger_seller_account: [`ledger/accounts/${shares}`, transfers],
    ledger_accounts: ['ledger/accounts', accounts],
    ledger_accounts_of_sellers: ['ledger/accounts?kind=seller_pending', accounts],
    ledger_transfers: ['ledger/transfers', transfers],
    ledger_transfers_month: [`ledger/transfers?${month}`, transfers],
    ledger_transfers_of_order: [`ledger/transfers?reference=%23${number}`, transfers],
    ledger_top_ups_month: [`ledger/transfers?kind=top_up&${month}`, transfers],
    ledger_rare_kind: ['ledger/transfers?kind=forfeit', transfers],
    reconciliation: ['ledger/reconciliation', days],
    orders: ['orders', orders],
    orders_of_buyer: [`orders?who=${user}`, orders],
    orders_number: [`orders?number=${number}`, orders],
    orders_refunded: ['orders?state=refunded', orders],
    orders_month: [`orders?${month}`, orders],
    orders_first_of_month: [`orders?first=1&${month}`, orders],
    order: [`orders/${order}`, lines],
    users_month: [`users?${month}`, users],
  };
  const only = process.env.BENCH_ONLY?.split(',');
  const measured: Record<string, object> = {};
  for (const [name, [path, floor]] of Object.entries(calls)) {
    if (only && !only.some((one) => name.startsWith(one))) continue;
    measured[name] = await measure(name, path, floor);
  }
  const sizes = { ...amounts, rounds, load_s: Math.round(load_ms / 1000) };
  const sums = { close_days_ms: rounded(close_days_ms), sum_month_ms: rounded(sum_month_ms) };
  if (only) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  else await writeResult('back-office', sql, { ...sizes, ...sums, calls: measured });
  await shop.close();

  async function measure(name: string, path: string, floor: (ids: Id[]) => PromiseLike<unknown>) {
    let ids: Id[] = [];
    const get = async (of: string) => {
      const response = await app.request(`http://localhost/api/admin/${of}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      return idsOf(((await response.json()) as { data: unknown }).data);
    };
    const page = async () => {
      ids = await get(path);
    };
    const nothing = () => get('orders?number=999999999999');
    for (let round = 0; round < WARM; round++) {
      await page();
      await floor(ids);
      await nothing();
    }
    const [took, floors, calls]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      took.push(await timeOf(page));
      floors.push(await timeOf(() => floor(ids)));
      calls.push(await timeOf(nothing));
    }
    const [ms, select_ms, call_ms] = [median(took), median(floors), median(calls)];
    return {
      rows: ids.length,
      ms: rounded(ms),
      p99_ms: rounded(percentile(took, 0.99)),
      select_ms: rounded(select_ms),
      call_ms: rounded(call_ms),
      ratio: rounded(ms / (select_ms + call_ms)),
      select_ratio: rounded(ms / select_ms),
    };
  }
} finally {
  await database.close();
}

type Id = string | number;

/** The rows that an answer shows: those of a list, or the lines of one record. */
function idsOf(data: unknown): Id[] {
  const { lines = [] } = data as { lines?: unknown[] };
  return (Array.isArray(data) ? data : lines).flatMap(({ id }: { id?: Id }) => id ?? []);
}

/** Somebody who did much and somebody who did little, an order with its number, and an account of a seller. */
async function pickNames(on: Sql) {
  const [names] = await on<
    { busy: string; quiet: string; user: string; order: string; number: number; shares: number }[]
  >`
    select (select username from users where role = 'admin' order by id limit 1) as busy, u.username as quiet,
      u.username as user, o.id as order, o.number, a.id as shares
    from orders o join users u on u.id = o.user_id, ledger_accounts a
    where a.kind = 'seller_pending' order by o.id offset 1000 limit 1`;
  return names!;
}

/** Words that are in many tickets, in some and in one, and whose tickets there are. */
async function pickWords(on: Sql) {
  const rows = await on<{ word: string }[]>`
    select word from ticket_words where length(word) > 6 and ts_lexize('english_stem', word) <> '{}'
      and ts_lexize('german_stem', word) <> '{}' order by tickets desc, word`;
  const at = (place: number) => rows[Math.floor((rows.length - 1) * place)]!.word;
  const [one] = await on<[{ number: number; buyer: string }]>`
    select t.number, u.username as buyer from tickets t join users u on u.id = t.user_id order by t.id limit 1`;
  return { ...one, common: at(0), frequent: at(0.005), middle: at(0.3), rare: at(1) };
}

/** A buyer who has ordered and paid. */
async function pickPerson(on: Sql) {
  const [one] = await on<
    [{ id: string; username: string; email: string; number: number; address: string; txid: string }]
  >`
    select u.id, u.username, u.email, o.number, a.address, d.txid
    from orders o join users u on u.id = o.user_id join deposit_addresses a on a.user_id = u.id
    join payments p on p.address_id = a.id join deposits d on d.payment_id = p.id order by o.id limit 1`;
  return one;
}

async function accountOf(on: Sql, kind: string): Promise<number> {
  const [account] = await on<{ id: number }[]>`select id from ledger_accounts where kind = ${kind} order by id limit 1`;
  return account!.id;
}

async function addAuditor(on: Sql): Promise<string> {
  const token = newToken();
  await on`
    with staff as (
      insert into users ${on({ ...ROLES.auditor, password_hash: 'x', activated_at: new Date() })} returning id),
    device as (insert into devices (user_id, token_hash) select id, ${randomBytes(32)} from staff returning id, user_id)
    insert into sessions (user_id, device_id, token_hash, expires_at)
    select user_id, id, ${hashToken(token)}, now() + interval '1 day' from device`;
  return token;
}

async function timeOf(run: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
