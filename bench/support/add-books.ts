import { randomUUIDv7 } from 'node:crypto';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Sql } from '#platform/db/client.ts';
import { loadFast } from './load-fast.ts';

const BUYERS = 100_000;
const SELLERS = 100;
/** One card in so many is a seller's, and its sale three transfers more: share, commission and, once due, the share's release. */
const OF_SELLERS = 10;
const PER_ORDER = 1 + 3 / OF_SELLERS;
const PRICE_CENTS = 900;
const COMMISSION_CENTS = 45;
const YEARS = 2;
const DAYS = 365 * YEARS;

/**
 * Books of two years that are right, with about so many transfers: a grant for each buyer on the first day, then orders of one card
 * each, spread evenly over the time, some of them of sellers. The cards are left out.
 */
export async function addBooks(sql: Sql, transfers: number): Promise<void> {
  const buyers = Math.min(BUYERS, Math.floor(transfers / 2));
  const orders = Math.floor((transfers - buyers) / PER_ORDER);
  const began = new Date(Date.now() - DAYS * DAY_MS);
  await loadFast(sql, ['users', 'sellers', 'batches', 'ledger_accounts', 'ledger_balances'], async (on) => {
    await on`
      insert into users (username, email, password_hash, tier, terms_accepted_at, email_verified_at, activated_at)
      select 'buyer' || n, 'buyer' || n || '@bench.example', '-', 2, now(), now(), now()
      from generate_series(1, ${buyers}::int) n`;
    await addSellers(on, began);
    await on`insert into ledger_accounts (kind) values ('sales'), ('commission'), ('demo_money')`;
    await on`insert into ledger_accounts (kind, owner_id, limited) select 'available', id, true from users order by id`;
  });
  await loadFast(sql, ['orders', 'order_lines'], (on) => addOrders(on, { buyers, orders, began }));
  await loadFast(sql, ['seller_lines'], (on) => addShares(on));
  await loadFast(sql, ['ledger_transfers', 'ledger_balances'], (on) => addTransfers(on, { orders, began }));
}

/** Each with one batch and the accounts of their shares. */
async function addSellers(sql: Sql, began: Date): Promise<void> {
  await sql`
    insert into sellers (legal_name, contact_email, country, data_key, tax_id, commission_bp, returns_borne_by,
      reserve_bp, reserve_days, minimum_payout_cents, created_by, created_at)
    select 'Seller ' || n, 'seller' || n || '@bench.example', 'DE', '', '', 500, 'shop', 0, 0, 100,
      (select id from users order by id limit 1), ${began} from generate_series(1, ${SELLERS}::int) n`;
  await sql`
    insert into batches (programme_id, name, supplier, invoice_reference, invoice_date, usd_rate_micro, data_key,
      created_by, seller_id)
    select ${randomUUIDv7()}, legal_name, legal_name, legal_name, current_date, 1000000, '', created_by, id
    from sellers`;
  await sql`
    insert into ledger_accounts (kind, seller_id)
    select kind, id from sellers, unnest(array['seller_pending', 'seller_available']) as kind order by kind, id`;
}

async function addOrders(
  sql: Sql,
  { buyers, orders, began }: { buyers: number; orders: number; began: Date },
): Promise<void> {
  await sql`
    insert into orders (id, user_id, total_cents, card_count, created_at)
    select uuidv7(at - now()), u.id, ${PRICE_CENTS}, 1, at
    from (select n, ${began}::timestamptz + interval '1 day'
          + (now() - ${began}::timestamptz - interval '1 day') * (n::float8 / ${orders}::int) as at
      from generate_series(1, ${orders}::int) n) made
    join (select id, row_number() over (order by id) as place from users) u
      on u.place = 1 + n % ${buyers}::int order by n`;
  await sql`
    insert into order_lines (order_id, card_id, face_cents, price_cents, batch_id, cost_cents, created_at)
    select o.id, uuidv7(), 1000, ${PRICE_CENTS}, coalesce(b.id, ${randomUUIDv7()}), 800, o.created_at
    from orders o left join (select id, row_number() over (order by id) as place from batches) b
      on o.number % ${OF_SELLERS}::int = 0 and b.place = 1 + o.number / ${OF_SELLERS}::int % ${SELLERS}::int
    order by o.number`;
}

/** Due once a return is excluded and the guarantee is over, as for a card that nobody revealed. */
async function addShares(sql: Sql): Promise<void> {
  await sql`
    insert into seller_lines (line_id, seller_id, price_cents, commission_bp, commission_cents, share_cents,
      returns_borne_by, reserve_bp, reserve_days, guarantee_hours, state, sold_at, due_at, available_at)
    select l.id, b.seller_id, l.price_cents, 500, ${COMMISSION_CENTS}, l.price_cents - ${COMMISSION_CENTS}, 'shop',
      0, 0, 24, case when due.at < now() then 'available' else 'pending' end, l.created_at, due.at,
      case when due.at < now() then due.at end
    from order_lines l join batches b on b.id = l.batch_id
    cross join lateral (select l.created_at + interval '16 days' as at) due
    order by l.id`;
}

/** In the order of their times, as a shop's are. */
async function addTransfers(sql: Sql, { orders, began }: { orders: number; began: Date }): Promise<void> {
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key,
      created_at)
    select m.id, a.id, ${PRICE_CENTS}::bigint * ${orders}::int, 'demo_grant', a.owner_id, 'grant:' || a.owner_id,
      ${began}
    from ledger_accounts a, ledger_accounts m where a.kind = 'available' and m.kind = 'demo_money' order by a.id`;
  await sql`
    with house as (
      select max(id) filter (where kind = 'sales') as sales, max(id) filter (where kind = 'commission') as commission
      from ledger_accounts where owner_id is null and seller_id is null),
    of_sellers as (
      select l.*, p.id as pending, r.id as released from seller_lines l
      join ledger_accounts p on p.seller_id = l.seller_id and p.kind = 'seller_pending'
      join ledger_accounts r on r.seller_id = l.seller_id and r.kind = 'seller_available')
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key,
      created_at)
    select debit, credit, cents, kind, reference, kind || ':' || reference, at from (
      select a.id as debit, sales as credit, o.total_cents as cents, 'order' as kind, o.id as reference,
        o.created_at as at
      from orders o join ledger_accounts a on a.owner_id = o.user_id and a.kind = 'available', house
      union all select sales, pending, share_cents, 'seller_sale', line_id, sold_at from of_sellers, house
      union all select sales, commission, commission_cents, 'seller_commission', line_id, sold_at from of_sellers, house
      union all select pending, released, share_cents, 'seller_available', line_id, available_at from of_sellers
      where state = 'available') each order by at`;
  await sql`
    insert into ledger_balances (account_id, balance_cents)
    select a.id, ${PRICE_CENTS}::bigint * (${orders}::int - o.bought)
    from ledger_accounts a join (select user_id, count(*) as bought from orders group by user_id) o
      on o.user_id = a.owner_id`;
}
