import type { Input, Reply } from '#contracts/call.ts';
import { COINS } from '#contracts/coins.ts';
import type { CoinYear, getCostBasis as contract } from '#contracts/office/cost-basis.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readMoved } from './tax-lots/read-disposals.ts';
import { readMatches } from './tax-lots/read-matches.ts';
import { type Year, yearOf } from './tax-lots/year-of.ts';

/** The coins of a year by lots; coins that never came in are left out. */
export async function getCostBasis(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const year = yearOf(query.year);
  const data: CoinYear[] = [];
  for (const coin of COINS) {
    const row = await readYear(sql, coin, year);
    if ([row.opening_units, row.acquired_units, row.disposed_units, row.undated_units].some((units) => units !== '0'))
      data.push(row);
  }
  return { data };
}

interface Sum {
  units: bigint;
  cents: number;
}

async function readYear(sql: Db, coin: Coin, year: Year): Promise<CoinYear> {
  const acquired = await readAcquired(sql, coin, year);
  const [before, within] = [noDisposals(), noDisposals()];
  let undated_units = 0n;
  for await (const { outgoing, units, cost_cents, proceeds_cents } of readMatches(sql, coin, year.until)) {
    const { at } = outgoing;
    if (at === null) undated_units += units;
    const sums = at !== null && new Date(at) >= year.from ? within : before;
    sums.units += units;
    sums.cost_cents += cost_cents ?? 0;
    sums.proceeds_cents += proceeds_cents ?? 0;
    if (cost_cents === null || proceeds_cents === null) sums.unvalued += units;
    else sums.gain_cents += proceeds_cents - cost_cents;
  }
  const opening = { units: acquired.before.units - before.units, cents: acquired.before.cents - before.cost_cents };
  return {
    coin,
    opening_units: String(opening.units),
    opening_cents: opening.cents,
    acquired_units: String(acquired.within.units),
    acquired_cents: acquired.within.cents,
    disposed_units: String(within.units),
    cost_cents: within.cost_cents,
    proceeds_cents: within.proceeds_cents,
    gain_cents: within.gain_cents,
    unvalued_units: String(within.unvalued),
    moved_units: await readMoved(sql, coin, year),
    closing_units: String(opening.units + acquired.within.units - within.units),
    closing_cents: opening.cents + acquired.within.cents - within.cost_cents,
    undated_units: String(undated_units),
  };
}

const noDisposals = () => ({ units: 0n, cost_cents: 0, proceeds_cents: 0, gain_cents: 0, unvalued: 0n });

async function readAcquired(sql: Db, coin: Coin, { from, until }: Year): Promise<{ before: Sum; within: Sum }> {
  const [row] = await sql<[Record<'before_units' | 'units', string> & Record<'before_cents' | 'cents', number>]>`
    with lots as (
      select c.at, c.locked_units + c.current_units as units, c.locked_cents + c.current_cents as cents
      from deposit_credits c join deposits d on d.id = c.deposit_id
      where d.coin = ${coin} and c.reversed_at is null and c.at < ${until})
    select coalesce(sum(units) filter (where at < ${from}), 0)::text as before_units,
      coalesce(sum(cents) filter (where at < ${from}), 0)::bigint as before_cents,
      coalesce(sum(units) filter (where at >= ${from}), 0)::text as units,
      coalesce(sum(cents) filter (where at >= ${from}), 0)::bigint as cents
    from lots`;
  const { before_units, before_cents, units, cents } = row;
  return {
    before: { units: BigInt(before_units), cents: before_cents },
    within: { units: BigInt(units), cents },
  };
}
