import type { Input, Reply } from '#contracts/call.ts';
import type { getTaxReport as contract, TaxRow } from '#contracts/office/books.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { moves, openSince } from '../periods/sums/moves.ts';
import {
  BY_HAND,
  matchesTax,
  monthsOf,
  REFUNDED,
  SET_OFF,
  SOLD,
  sellerCents,
  taxLines,
  taxTransfers,
} from './tax/tax-moves.ts';

/** The sales and refunds of a year by month, each where its transfer counts, beside what the ledger says. */
export async function getTaxReport(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data: TaxRow[] = [];
  // A month at a time: a year of a large shop takes longer than one statement may.
  for (const { month, ...period } of monthsOf(query.year)) {
    const rows = await sql<TaxRow[]>`
      select ${month} as month, f.voucher_kind, f.country,
        count(*) filter (where t.kind = any(${SOLD})) as sales,
        coalesce(sum(l.moved_cents) filter (where t.kind = any(${SOLD})), 0)::bigint as sold_cents,
        count(*) filter (where t.kind = any(${REFUNDED}) and l.id = t.reference) as refunds,
        coalesce(sum(l.moved_cents) filter (where t.kind <> all(${SOLD})), 0)::bigint as refunded_cents,
        coalesce(sum(${sellerCents(sql)}), 0)::bigint as seller_cents
      from (select t.* from ${taxTransfers(sql, period)}) t cross join ${taxLines(sql)}
      where ${matchesTax(sql, query)}
      group by f.voucher_kind, f.country order by f.country, f.voucher_kind`;
    data.push(...rows);
  }
  const [ledger, countries] = await Promise.all([readLedger(sql, query.year), readCountries(sql)]);
  return { data, meta: { ledger, countries } };
}

/** Sums of the transfers themselves, whatever cards they were about. */
async function readLedger(sql: Db, year: string) {
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  const since = await openSince(sql);
  const [sums] = await sql<{ sold_cents: number; refunded_cents: number }[]>`
    select coalesce(sum(cents) filter (where kind = any(${SOLD})), 0)::bigint as sold_cents,
      (coalesce(sum(cents) filter (where kind = any(${REFUNDED})), 0)
        - coalesce(sum(cents) filter (where kind = any(${SET_OFF})), 0)
        + (select coalesce(sum(t.amount_cents), 0) from balance_adjustments a
          join ledger_transfers t on t.reference = a.id and t.kind = any(${BY_HAND})
          where a.cause = 'refund' and (t.created_at at time zone 'UTC')::date
            between ${days.from} and ${days.to}))::bigint
        as refunded_cents
    from ${moves(sql, since, days)}`;
  return sums!;
}

async function readCountries(sql: Db): Promise<string[]> {
  const rows = await sql<{ country: string }[]>`
    select country from programmes
    union select facts ->> 'country' from programme_versions where state in ('active', 'superseded') order by country`;
  return rows.map(({ country }) => country);
}
