import type { Input, Reply } from '#contracts/call.ts';
import type { sellerReport as contract } from '#contracts/supply/sellers.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { dateOfYear } from './date-of-year.ts';
import { sellerKinds } from './seller/seller-kinds.ts';

/** The yearly report on sellers that an authority asks for (L15). Returned cards are counted separately. */
export async function sellerReport(
  { sql }: Ctx,
  _actor: Actor,
  { query: { year } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [from, to] = [dateOfYear(year), dateOfYear(year + 1)];
  const data = await sql<Reply<typeof contract>['data']>`
    select s.id, s.legal_name, s.country, s.state,
      (select max(decided_at) from proposals
        where kind = ${sellerKinds.verification.name} and subject = s.id and decision = 'approved') as verified_at,
      sold.*, coalesce((select sum(amount_cents) from seller_payments
        where seller_id = s.id and state = 'paid' and paid_at >= ${from} and paid_at < ${to}), 0)::bigint as paid_cents
    from sellers s cross join lateral (
      select count(*) filter (where state <> 'reversed') as cards,
        count(*) filter (where state = 'reversed') as returned_cards,
        coalesce(sum(price_cents) filter (where state <> 'reversed'), 0)::bigint as price_cents,
        coalesce(sum(case when state <> 'reversed' then commission_cents else charged_cents end),
          0)::bigint as commission_cents,
        coalesce(sum(share_cents) filter (where state <> 'reversed'), 0)::bigint as share_cents
      from seller_lines where seller_id = s.id and sold_at >= ${from} and sold_at < ${to}) as sold
    order by lower(s.legal_name), s.id`;
  return { data };
}
