import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import type { Sql } from '#platform/db/client.ts';
import { addBatch, addProgramme, addStaff, type BenchDatabase } from './bench-shop.ts';
import { loadFast } from './load-fast.ts';

interface Amounts {
  users: number;
  audit: number;
  transfers: number;
  orders: number;
  payments: number;
  batches: number;
  jobs: number;
}

export const ROLES = {
  auditor: { username: 'bench.auditor', email: 'auditor@bench.example', role: 'admin', duties: ['auditor'] },
  support: { username: 'bench.support', email: 'support@bench.example', role: 'admin', duties: ['support'] },
};

const STAFF = 20;
const YEAR_MINUTES = 525_600;

/**
 * A year of a shop: buyers, orders of one card each, what was paid for, transfers and what the audit log says, spread
 * evenly over the time. The cards themselves are left out: nothing here reads them.
 */
export async function addHistory(database: BenchDatabase, amounts: Amounts): Promise<void> {
  const { sql } = database;
  await sql`alter table order_lines drop constraint order_lines_card_id_fkey`;
  const people = ['users', 'ledger_accounts', 'ledger_balances'];
  await loadFast(sql, people, (on) => addPeople(on, amounts));
  await addStock(database, amounts);
  await loadFast(sql, ['orders', 'order_lines'], (on) => addOrders(on, amounts));
  await loadFast(sql, ['deposit_addresses', 'payments', 'deposits'], (on) => addPayments(on, amounts));
  await loadFast(sql, ['ledger_transfers'], (on) => addTransfers(on, amounts));
  await loadFast(sql, ['audit_entries'], (on) => addEntries(on, amounts));
  await sql`select graphile_worker.add_job('mail', '{}'::json, run_at => now() + interval '1 day')`;
  await sql`
    insert into graphile_worker._private_jobs (task_id, payload, run_at)
    select task_id, payload, now() + n * interval '1 second'
    from graphile_worker._private_jobs, generate_series(1, ${amounts.jobs}::int) as n`;
  for (const table of ['batch_stock', 'graphile_worker._private_jobs']) await sql`vacuum analyze ${sql(table)}`;
}

/** SQL for the moment of the row `n` of so many, the oldest a year ago. */
const momentOf = (sql: Sql, rows: number) =>
  sql`now() - (${rows}::int - n) * interval '1 minute' * ${YEAR_MINUTES / rows}::float8`;

/** Names of eight letters that say nothing; one account in 50 is disabled, one in 4 inactive, one in 10 of a higher tier. */
async function addPeople(sql: Sql, { users }: Amounts): Promise<void> {
  await sql`
    insert into users (id, username, email, display_name, password_hash, role, tier, created_at, email_verified_at, activated_at, disabled_at)
    select uuidv7(at - now()), case when n <= ${STAFF} then 'staff' || n else name || lpad(to_hex(n), 5, '0') end,
      name || n || '@' || case n % 3 when 0 then 'mail' when 1 then 'post' else 'shop' end || '.example', initcap(name), '-',
      case when n <= ${STAFF} then 'admin' else 'buyer' end,
      case when n % 100 = 0 then 2 when n % 10 = 0 then 1 else 0 end, at, at,
      case when n % 4 <> 0 then at end, case when n % 50 = 0 and n > ${STAFF} then at end
    from (
      select n, translate(substr(md5(n::text), 1, 8), '0123456789', 'ghijklmnop') as name, ${momentOf(sql, users)} as at
      from generate_series(1, ${users}::int) as n) as made`;
  await sql`
    insert into ledger_accounts (kind, owner_id, limited) select 'available', id, true from users order by id`;
  await sql`insert into ledger_balances (account_id, balance_cents) select id, id % 5000 from ledger_accounts`;
  await sql`
    insert into ledger_accounts (kind, owner_id) values ('sales', null), ('crypto_btc', null), ('forfeited', null), ('commission', null)`;
}

/** A programme with its batches, a third of them sold out, and a seller. */
async function addStock(database: BenchDatabase, { batches }: Amounts): Promise<void> {
  const { sql } = database;
  const staff = await addStaff(sql);
  const programme_id = await addProgramme(sql, staff, DEMO_PROGRAMMES[0]!.programme);
  await loadFast(
    sql,
    ['batches'],
    async (on) =>
      void (await on`
        insert into batches (programme_id, name, supplier, invoice_reference, invoice_date, discount_bp, usd_e9, data_key,
          state, created_by)
        select ${programme_id}, 'Batch ' || n, 'A supplier', 'INV-' || n, current_date, 0, 1000000000, '', 'draft', ${staff.importer}
        from generate_series(1, ${batches}::int) as n`),
  );
  // The start of a shop opens the newest key.
  await addBatch(database, staff, { programme_id, discount_bp: 0, state: 'draft' });
  await sql`
    insert into batch_stock (batch_id, state, cards, face_cents, price_cents)
    select id, state, 10, 10000, 9000 from (select id, row_number() over (order by id) as n from batches) b,
      unnest(array['available', 'paused', 'sold']) as state where n % 3 > 0 or state = 'sold'`;
  await sql`
    with seller as (
      insert into sellers (legal_name, contact_email, country, data_key, tax_id, commission_bp, returns_borne_by, reserve_bp,
        reserve_days, minimum_payout_cents, created_by, created_at)
      values ('Bench Cards Ltd', 'cards@bench.example', 'DE', '', '', 500, 'shop', 0, 0, 100, ${staff.importer}, now())
      returning id)
    insert into ledger_accounts (kind, seller_id) select 'seller_pending', id from seller`;
}

/** SQL for the buyers that buy, one in fifty accounts, by their place. */
const buying = (sql: Sql, users: number) => sql`(
  select id, row_number() over (order by id) as place
  from (select id, row_number() over (order by id) as n from users where role = 'buyer') as each where n % ${spread(users)} = 0)`;
const spread = (users: number) => Math.max(1, Math.min(50, Math.floor(users / 200)));
const buyers = (users: number) => Math.floor((users - STAFF) / spread(users));

async function addOrders(sql: Sql, { orders, batches, users }: Amounts): Promise<void> {
  await sql`
    insert into orders (id, user_id, status, total_cents, refunded_cents, card_count, created_at)
    select uuidv7(at - now()), u.id, case when n % 100 = 0 then 'refunded' else 'paid' end, 900,
      case when n % 100 = 0 then 900 else 0 end, 1, at
    from (select n, ${momentOf(sql, orders)} as at from generate_series(1, ${orders}::int) as n) as made
    join ${buying(sql, users)} as u on u.place = 1 + (n::bigint * 7919) % ${buyers(users)}::int`;
  await sql`
    update orders set first_of_buyer = true where id in (select distinct on (user_id) id from orders order by user_id, id)`;
  await sql`
    insert into order_lines (order_id, card_id, face_cents, price_cents, state, consent_at, revealed_at, batch_id, cost_cents, created_at)
    select o.id, uuidv7(), 1000, 900, case when o.status = 'refunded' then 'refunded' else 'revealed' end, o.created_at,
      o.created_at, b.id, 800, o.created_at
    from orders o join (select id, row_number() over (order by id) as place from batches) as b
      on b.place = 1 + o.number % ${batches}::int`;
}

/** Each with an address and, but for one in ten, a credited deposit. */
async function addPayments(sql: Sql, { payments, users }: Amounts): Promise<void> {
  await sql`insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('BTC', sha256('bench'), 'abcd1234')`;
  await sql`insert into rate_samples (coin, usd_e8, sources, at) values ('BTC', 1e13, '{a,b}', now())`;
  await sql`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id, created_at, paid_at)
    select 'BTC', (select id from xpub_accounts), n, n::text, 'bc1q' || md5(n::text), u.id, at, at
    from (select n, ${momentOf(sql, payments)} as at from generate_series(1, ${payments}::int) as n) as made
    join ${buying(sql, users)} as u on u.place = 1 + (n::bigint * 104729) % ${buyers(users)}::int`;
  await sql`
    insert into payments (id, user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
    select uuidv7(created_at - now()), user_id, 'BTC', id, 900, 900, (select id from rate_samples limit 1), created_at,
      created_at + interval '1 hour' from deposit_addresses order by index`;
  await sql`
    insert into deposits (id, coin, txid, n, key, user_id, payment_id, amount_units, credited_units, credited_cents, first_seen_at,
      required_depth, state, credited_at, height, hash, rate_id)
    select uuidv7(p.created_at - now()), 'BTC', md5(a.key) || md5(a.address), 0, a.key, p.user_id, p.id, 900, 900, 900, p.created_at,
      2, 'credited', p.created_at, a.index, 'hash', p.rate_id
    from payments p join deposit_addresses a on a.id = p.address_id where a.index % 10 > 0`;
}

/** An order is paid by one transfer, topped up before by another one, and gives a part to the seller. */
async function addTransfers(sql: Sql, { orders, transfers }: Amounts): Promise<void> {
  const [{ places }] = await sql<[{ places: number }]>`select count(*) as places from deposits`;
  await sql`
    with accounts as (
      select max(id) filter (where kind = 'sales') as sales, max(id) filter (where kind = 'crypto_btc') as crypto,
        max(id) filter (where kind = 'seller_pending') as seller from ledger_accounts where owner_id is null),
    credited as (select id, row_number() over (order by id) - 1 as place from deposits)
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key, created_at)
    select case n % 5 when 0 then crypto when 1 then crypto when 4 then sales else a.id end,
      case n % 5 when 0 then a.id when 1 then a.id when 4 then seller else sales end, 900,
      case n % 5 when 0 then 'top_up' when 1 then 'top_up' when 4 then 'seller_sale' else 'order' end,
      case when n % 5 in (0, 1) then d.id else o.id end, n, ${momentOf(sql, transfers)}
    from generate_series(1, ${transfers}::int) as n, accounts,
      lateral (select 1 + (n::bigint * ${orders}::int / ${transfers}::int) as place,
        n::bigint * ${places}::int / ${transfers + 1}::int as nth) as of_n
    join (select id, user_id, row_number() over (order by id) as place from orders) as o using (place)
    join ledger_accounts a on a.owner_id = o.user_id and a.kind = 'available'
    left join credited d on d.place = of_n.nth order by n`;
}

/** A third by staff, the first of them most of all, the rest by buyers; one entry in 100,000 is of a rare kind. */
async function addEntries(sql: Sql, { audit: entries, orders, users }: Amounts): Promise<void> {
  await sql`
    insert into audit_entries (at, actor_id, action, subject, address, details)
    select ${momentOf(sql, entries)}, case when n % 6 = 0 then s.first when n % 6 = 1 then s.id else b.id end,
      case when n % 6 <> 0 and n % 100000 = 1 then 'bench.rare' when n % 3 = 0 then 'bench.common' else 'bench.kind_' || chr(97 + n % 20) end,
      case when n % 2 = 0 then b.id else o.id end::text, '192.0.2.1', '{"total_cents": 900}'
    from generate_series(1, ${entries}::int) as n
    join (select id, min(id::text) over ()::uuid as first, row_number() over (order by id) as place from users where role = 'admin' limit ${STAFF}) as s
      on s.place = 1 + n % ${STAFF}::int
    join ${buying(sql, users)} as b on b.place = 1 + (n::bigint * 104729) % ${buyers(users)}::int
    join (select id, row_number() over (order by id) as place from orders) as o
      on o.place = 1 + (n::bigint * 15485863) % ${orders}::int order by n`;
}
