import { DAY_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportRisk } from '../../../oversight/alerts/report-risk.ts';
import { fewBuyersAlert } from './few-buyers-alert.ts';

const WITHIN_MS = 30 * DAY_MS;
/** Below this many cards, a share of them says little. */
const MIN_CARDS = 10;
/** Alerts when this percentage of a seller's sales went to one buyer or group of linked accounts, or to the three largest. */
const ONE_PERCENT = 40;
const THREE_PERCENT = 70;

interface Found {
  seller_id: string;
  name: string;
  cards: number;
  one_percent: number;
  three_percent: number;
  /** The largest buyer. */
  one: string[];
  three: string[];
  buyers: number;
}

/**
 * Raises an alert for sellers whose sales go to few buyers, linked accounts counting as one, and keeps their share from
 * then on (P15). What was sold before a person released it is not judged again. Runs before shares are released.
 */
export async function watchBuyers(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WITHIN_MS);
  const found = await ctx.sql<Found[]>`
    with sold as (
      select s.seller_id, coalesce(g.group_id, l.user_id) as buyer, array_agg(distinct l.user_id) as users,
        count(*) as cards, sum(s.price_cents) as cents
      from seller_lines s join sold_cards l on l.line_id = s.line_id
      left join linked_accounts g on g.user_id = l.user_id
      where s.sold_at > ${since} and s.state <> 'reversed'
        and s.sold_at > coalesce((select max(released_at) from seller_waits w where w.seller_id = s.seller_id),
          '-infinity')
      group by 1, 2
    ), placed as (
      select sold.*, row_number() over (partition by seller_id order by cents desc, buyer) as place from sold
    ), sums as (
      select p.seller_id, s.legal_name as name, sum(cards)::integer as cards, least(3, count(*))::integer as buyers,
        (sum(cents) filter (where place = 1) * 100 / sum(cents))::integer as one_percent,
        (sum(cents) filter (where place <= 3) * 100 / sum(cents))::integer as three_percent,
        array(select unnest(b.users) from placed b where b.seller_id = p.seller_id and b.place = 1 limit 50) as one,
        array(select unnest(b.users) from placed b where b.seller_id = p.seller_id and b.place <= 3 limit 50) as three
      from placed p join sellers s on s.id = p.seller_id group by p.seller_id, s.legal_name
    )
    select * from sums where cards >= ${MIN_CARDS}
      and (one_percent >= ${ONE_PERCENT} or three_percent >= ${THREE_PERCENT})
      and not exists (select from seller_waits w where w.seller_id = sums.seller_id and w.released_at is null)
    order by seller_id limit 200`;
  for (const one of found) await keepShare(ctx, one, now);
}

async function keepShare({ sql }: Ctx, found: Found, now: Date): Promise<void> {
  const { seller_id, name, cards } = found;
  const alone = found.one_percent >= ONE_PERCENT;
  const percent = alone ? found.one_percent : found.three_percent;
  await transaction(sql, async (tx) => {
    const { count } = await tx`
      insert into seller_waits (seller_id, since, cards, percent) values (${seller_id}, ${now}, ${cards}, ${percent})
      on conflict do nothing`;
    if (count === 0) return;
    await reportRisk(tx, now, {
      kind: fewBuyersAlert,
      subject: seller_id,
      details: { name, cards, percent, buyers: alone ? 1 : found.buyers },
      user_ids: alone ? found.one : found.three,
      since: now,
    });
  });
}
