import { randomUUIDv7 } from 'node:crypto';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Sql } from '#platform/db/client.ts';
import { loadFast } from './load-fast.ts';

const BUYERS = 100_000;
const PRICE_CENTS = 900;
const YEARS = 2;
const DAYS = 365 * YEARS;

/**
 * Books of two years that are right: a grant for each buyer on the first day, then orders of one card each, spread evenly over the
 * time, with one transfer for each. The cards are left out.
 */
export async function addBooks(sql: Sql, transfers: number): Promise<void> {
  const buyers = Math.min(BUYERS, Math.floor(transfers / 2));
  const orders = transfers - buyers;
  const began = new Date(Date.now() - DAYS * DAY_MS);
  await loadFast(sql, ['users', 'ledger_accounts', 'ledger_balances'], async (on) => {
    await on`
      insert into users (username, email, password_hash, tier, terms_accepted_at, email_verified_at, activated_at)
      select 'buyer' || n, 'buyer' || n || '@bench.example', '-', 2, now(), now(), now() from generate_series(1, ${buyers}::int) n`;
    await on`insert into ledger_accounts (kind) values ('sales'), ('demo_money')`;
    await on`insert into ledger_accounts (kind, owner_id, limited) select 'available', id, true from users order by id`;
  });
  await loadFast(sql, ['orders', 'order_lines'], (on) => addOrders(on, { buyers, orders, began }));
  await loadFast(sql, ['ledger_transfers', 'ledger_balances'], (on) => addTransfers(on, { orders, began }));
}

async function addOrders(
  sql: Sql,
  { buyers, orders, began }: { buyers: number; orders: number; began: Date },
): Promise<void> {
  await sql`
    insert into orders (id, user_id, total_cents, card_count, created_at)
    select uuidv7(at - now()), u.id, ${PRICE_CENTS}, 1, at
    from (select n, ${began}::timestamptz + interval '1 day' + (now() - ${began}::timestamptz - interval '1 day') * (n::float8 / ${orders}::int) as at
      from generate_series(1, ${orders}::int) n) made
    join (select id, row_number() over (order by id) as place from users) u on u.place = 1 + n % ${buyers}::int order by n`;
  await sql`
    insert into order_lines (order_id, card_id, face_cents, price_cents, batch_id, cost_cents, created_at)
    select id, uuidv7(), 1000, ${PRICE_CENTS}, ${randomUUIDv7()}, 800, created_at from orders order by number`;
}

async function addTransfers(sql: Sql, { orders, began }: { orders: number; began: Date }): Promise<void> {
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key, created_at)
    select m.id, a.id, ${PRICE_CENTS}::bigint * ${orders}::int, 'demo_grant', a.owner_id, 'grant:' || a.owner_id, ${began}
    from ledger_accounts a, ledger_accounts m where a.kind = 'available' and m.kind = 'demo_money' order by a.id`;
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key, created_at)
    select a.id, s.id, ${PRICE_CENTS}, 'order', o.id, 'order:' || o.id, o.created_at
    from orders o join ledger_accounts a on a.owner_id = o.user_id and a.kind = 'available', ledger_accounts s
    where s.kind = 'sales' order by o.number`;
  await sql`
    insert into ledger_balances (account_id, balance_cents)
    select a.id, ${PRICE_CENTS}::bigint * (${orders}::int - o.bought)
    from ledger_accounts a join (select user_id, count(*) as bought from orders group by user_id) o on o.user_id = a.owner_id`;
}
