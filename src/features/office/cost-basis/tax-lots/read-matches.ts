import { centsFor } from '#contracts/coin-amounts.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { type Match, matchTaxLots } from './match-tax-lots.ts';
import { type Credit, readCredits } from './read-credits.ts';
import { type Disposal, readDisposals } from './read-disposals.ts';

export type CreditLot = Omit<Credit, 'units'> & { units: bigint };
export type ValuedDisposal = Disposal & { worth_cents: number | null };

/** What left of a coin until a moment, with the lots that it came from. It begins with the first lot: what is left of each follows. */
export const readMatches = (sql: Db, coin: Coin, until: Date): AsyncIterable<Match<CreditLot, ValuedDisposal>> =>
  matchTaxLots(lotsOf(sql, coin), valued(readDisposals(sql, coin, until)));

async function* lotsOf(sql: Db, coin: Coin): AsyncIterable<CreditLot> {
  for await (const credits of readCredits(sql, { coin, standing: true }))
    for (const { units, ...credit } of credits) yield { ...credit, units: BigInt(units) };
}

async function* valued(disposals: AsyncIterable<Disposal>): AsyncIterable<ValuedDisposal> {
  for await (const disposal of disposals) {
    const { coin, units, usd_e8 } = disposal;
    yield { ...disposal, worth_cents: usd_e8 === null ? null : centsFor(coin, units, usd_e8) };
  }
}
