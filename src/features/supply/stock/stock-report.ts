import type { Input, Reply } from '#contracts/call.ts';
import { CARD_STATES, type stockReport as contract, type StockReport } from '#contracts/supply/stock.ts';
import type { Db, Query } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { DAYS, daysAgo } from './days-ago.ts';
import { selected, unsold, waitsFor } from './figures.ts';

/** SQL for the batches that count. */
type Which = () => Query;

const AGES = [0, 31, 61, 91];

/** The dashboard's figures. They read a few rows for each batch and the lines of 90 days, never the stock itself. */
export async function stockReport(
  { sql, clock }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = clock.now();
  const which = () => selected(sql, actor, query);
  const [totals, ages, waiting, days, troubles, sellers] = await Promise.all([
    readTotals(sql, which),
    readAges(sql, which, now),
    sql<StockReport['waiting']>`
      select waits_for, count(*) as batches from (
        select ${waitsFor(sql)} as waits_for
        from batches b left join batch_figures f on f.batch_id = b.id where ${which()}) as each
      where waits_for is not null group by waits_for`,
    readDays(sql, which, now),
    readTroubles(sql, which, now),
    readSellers(sql, which),
  ]);
  const { margin_cents, counts } = totals;
  const offered = counts.sold + counts.available + counts.paused + counts.expired;
  const sell_through_bp = offered === 0 ? null : Math.round((counts.sold * 10_000) / offered);
  return {
    data: {
      ...totals,
      margin_cents,
      sell_through_bp,
      ...troubles,
      ages,
      waiting: [...waiting],
      sellers: [...sellers],
      days: [...days],
    },
  };
}

type Totals = Omit<StockReport, 'sell_through_bp' | keyof Troubles | 'ages' | 'waiting' | 'sellers' | 'days'>;

async function readTotals(sql: Db, which: Which): Promise<Totals> {
  const sums = ['total', ...CARD_STATES].map((name) => `'${name}', coalesce(sum(f.${name}), 0)::bigint`);
  const [totals] = await sql<[Totals]>`
    select count(*) as batches,
      jsonb_build_object(${sql.unsafe(sums.join())}) as counts,
      coalesce(sum(f.stock_price_cents), 0)::bigint as stock_price_cents,
      coalesce(sum(f.sold_price_cents), 0)::bigint as sold_price_cents,
      sum(cost.stock)::bigint as stock_cost_cents, sum(cost.sold)::bigint as sold_cost_cents,
      coalesce(sum(${unsold(sql)}) filter (where cost.stock is null), 0)::bigint as uncosted,
      coalesce(sum(f.sold_price_cents - cost.sold), 0)::bigint as margin_cents
    from batches b left join batch_figures f on f.batch_id = b.id
    cross join lateral (select purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp, ${unsold(sql)},
      coalesce(f.stock_face_cents, 0)) as stock,
      purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp, coalesce(f.sold, 0),
        coalesce(f.sold_face_cents, 0)) as sold) as cost
    where ${which()}`;
  return totals;
}

async function readAges(sql: Db, which: Which, now: Date): Promise<StockReport['ages']> {
  const rows = await sql<{ band: number; cards: number }[]>`
    select width_bucket(floor(extract(epoch from ${now}::timestamptz - b.created_at) / 86400),
      ${AGES}::float8[]) as band, sum(${unsold(sql)})::bigint as cards
    from batches b join batch_figures f on f.batch_id = b.id where ${which()} group by 1`;
  const cardsAt = (band: number) => rows.find((row) => Math.max(1, row.band) === band)?.cards ?? 0;
  return AGES.map((from_days, at) => ({ from_days, cards: cardsAt(at + 1) }));
}

const readDays = (sql: Db, which: Which, now: Date) => sql<StockReport['days']>`
  with sold as (
    select (l.created_at at time zone 'UTC')::date as day, count(*) as cards, sum(l.price_cents) as price_cents,
      sum(l.price_cents - l.cost_cents) as margin_cents
    from sold_cards l join batches b on b.id = l.batch_id
    where l.created_at >= ${daysAgo(now, DAYS - 1)}::date and l.state <> 'returned' and ${which()} group by 1)
  select day::date as day, coalesce(sold.cards, 0) as cards, coalesce(sold.price_cents, 0)::bigint as price_cents,
    coalesce(sold.margin_cents, 0)::bigint as margin_cents
  from generate_series(${daysAgo(now, DAYS - 1)}::date, ${daysAgo(now, 0)}::date, interval '1 day') as each (day)
  left join sold using (day) order by day`;

const readSellers = (sql: Db, which: Which) => sql<StockReport['sellers']>`
  select s.id, s.legal_name,
    coalesce(sum(a.balance_cents) filter (where a.kind <> 'seller_paid'), 0)::bigint as owed_cents,
    coalesce(sum(a.balance_cents) filter (where a.kind = 'seller_paid'), 0)::bigint as paid_cents
  from sellers s left join seller_balances a on a.seller_id = s.id
  where s.id in (select b.seller_id from batches b where ${which()})
  group by s.id order by lower(s.legal_name), s.id`;

type Troubles = Pick<StockReport, 'returned_bp' | 'claimed_bp'>;

async function readTroubles(sql: Db, which: Which, now: Date): Promise<Troubles> {
  const [row] = await sql<[Troubles]>`
    select round(count(*) filter (where l.state = 'returned') * 10000.0 / nullif(count(*), 0))::integer as returned_bp,
      round(count(m.id) * 10000.0 / nullif(count(*) filter (where l.state <> 'returned'), 0))::integer as claimed_bp
    from sold_cards l join batches b on b.id = l.batch_id left join claimed_lines m on m.line_id = l.line_id
    where l.created_at >= ${daysAgo(now, DAYS - 1)}::date and ${which()}`;
  return row;
}
