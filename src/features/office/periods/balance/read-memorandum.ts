import { centsFor } from '#contracts/coin-amounts.ts';
import type { Coin } from '#contracts/coins.ts';
import type { Suspense } from '#contracts/office/periods.ts';
import type { Db } from '#platform/db/client.ts';
import type { Days } from '../sums/moves.ts';
import { readSuspense } from '../sums/read-suspense.ts';

/**
 * What is received and not credited, in units and at the newest rate: no account holds it. null for a period that ended before
 * today, since nobody recorded how much it was then.
 */
export async function readMemorandum(sql: Db, { to }: Days, now: Date): Promise<Suspense[] | null> {
  if (to < now.toISOString().slice(0, 10)) return null;
  const [rows, rates] = await Promise.all([
    readSuspense(sql, now),
    sql<{ coin: Coin; usd_e8: string }[]>`
      select distinct on (coin) coin, usd_e8 from rate_samples order by coin, id desc`,
  ]);
  const rateOf = (coin: Coin) => rates.find((rate) => rate.coin === coin)?.usd_e8 ?? 0;
  return rows.map((row) => ({ ...row, worth_cents: centsFor(row.coin, BigInt(row.units), BigInt(rateOf(row.coin))) }));
}
