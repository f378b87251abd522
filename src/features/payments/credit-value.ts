import type { Coin } from '#platform/chain/types.ts';
import { centsFor } from './amounts.ts';

/** The lock covers this much of the quoted amount: wallets round, and exchanges send a little more. */
const LOCKED_PERCENT = 105n;
/** A deposit confirmed later than this after its quote gets the rate of the day. */
const LOCK_HONOURED_MS = 86_400_000;

export interface CreditTerms {
  coin: Coin;
  amount: bigint;
  first_seen_at: Date;
  now: Date;
  quote: { amount: bigint; usd_e8: bigint; created_at: Date; expires_at: Date };
  /** Units of this quote that earlier deposits were credited at its rate. */
  already_locked: bigint;
  /** The rate of the day; null when none is fresh. */
  current_usd_e8: bigint | null;
}

export interface CreditValue {
  cents: number;
  /** The part of the amount that got the locked rate. */
  locked: bigint;
}

/** What a deposit is worth: the locked rate where the quote still holds, else the current one; null while that is not known. */
export function creditValue(terms: CreditTerms): CreditValue | null {
  const { coin, amount, quote, current_usd_e8 } = terms;
  const locked = lockedPart(terms);
  const rest = amount - locked;
  if (rest === 0n) return { cents: centsFor(coin, locked, quote.usd_e8), locked };
  if (current_usd_e8 === null) return null;
  return { cents: centsFor(coin, locked, quote.usd_e8) + centsFor(coin, rest, current_usd_e8), locked };
}

function lockedPart({ amount, first_seen_at, now, quote, already_locked }: CreditTerms): bigint {
  const inTime = first_seen_at < quote.expires_at && now.getTime() - quote.created_at.getTime() <= LOCK_HONOURED_MS;
  if (!inTime) return 0n;
  const room = (quote.amount * LOCKED_PERCENT) / 100n - already_locked;
  if (room <= 0n) return 0n;
  return amount < room ? amount : room;
}
