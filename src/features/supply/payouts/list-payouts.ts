import type { Input, Reply } from '#contracts/call.ts';
import type { listPayouts as contract, Payout } from '#contracts/supply/payouts.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { selectPayouts } from './payout/read-payout.ts';

type Answer = Reply<typeof contract>;

/** Payouts, newest first; the sellers who are due, for whom a person proposes one; and last night's comparison. */
export async function listPayouts({ sql }: Ctx, _actor: Actor, { query }: Input<typeof contract>): Promise<Answer> {
  const page = numberedPage(query);
  const shown = () => sql`(${query.state ?? null}::text is null or p.state = ${query.state ?? null})`;
  const [[all], data, due, [night = null], years] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from seller_payouts p where ${shown()}`,
    sql<Payout[]>`
      ${selectPayouts(sql)} where ${shown()} order by p.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
    sql<Answer['due']>`
      select s.id, s.legal_name, a.balance_cents as available_cents
      from sellers s join seller_balances a on a.seller_id = s.id and a.kind = 'seller_available'
      where s.state = 'verified' and a.balance_cents >= s.minimum_payout_cents
        and not exists (select from seller_payouts where seller_id = s.id and state in ('proposed', 'approved'))
      order by a.balance_cents desc, s.id limit 500`,
    sql<NonNullable<Answer['night']>[]>`select day, problems from seller_nights order by day desc limit 1`,
    sql<{ year: number }[]>`
      select distinct extract(year from created_at at time zone 'UTC')::int as year from seller_payouts
        order by year desc`,
  ]);
  return {
    data,
    meta: numberedMeta(page, all.total, data.length),
    due: [...due],
    night,
    years: years.map(({ year }) => year),
  };
}
