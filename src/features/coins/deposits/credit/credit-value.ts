import { centsFor, unitsFor } from '#contracts/coin-amounts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';

/** The locked rate covers up to this share of the quoted amount: wallets round, and exchanges send a little extra. */
const LOCKED_PERCENT = 105n;
/** A deposit confirmed later than this after its quote gets the current rate. */
export const LOCK_HONOURED_MS = DAY_MS;

export interface CreditTerms {
  coin: Coin;
  /** The units to credit. */
  amount: bigint;
  first_seen_at: Date;
  /** When it first became deep enough. */
  confirmed_at: Date;
  quote: { amount: bigint; usd_e8: bigint; created_at: Date; expires_at: Date };
  /** Units already credited at the quote's rate, and the cents credited for them. */
  already_locked: bigint;
  already_locked_cents: number;
  /** The current rate; null if none is fresh. */
  current_usd_e8: bigint | null;
}

/** Units at the quote's rate and units at the current rate, each with its value in cents. */
export interface CreditValue {
  locked: bigint;
  locked_cents: number;
  current: bigint;
  current_cents: number;
}

export const centsOf = ({ locked_cents, current_cents }: CreditValue): number => locked_cents + current_cents;
export const unitsOf = ({ locked, current }: CreditValue): bigint => locked + current;

/**
 * A deposit's value: at the locked rate if the quote still applies, else at the current one; null while that is
 * unknown.
 */
export function creditValue(terms: CreditTerms): CreditValue | null {
  return worth(terms, lockedPart(terms), terms.amount);
}

/** The part of a deposit worth at most `room_cents`; units at the locked rate come first. */
export function creditPart(terms: CreditTerms, room_cents: number): CreditValue | null {
  const whole = creditValue(terms);
  if (!whole || centsOf(whole) <= room_cents) return whole;
  if (whole.locked_cents >= room_cents) {
    const { coin, quote, already_locked, already_locked_cents } = terms;
    const up_to = unitsWorth(coin, already_locked_cents + room_cents, quote.usd_e8);
    const units = up_to > already_locked ? up_to - already_locked : 0n;
    return worth(terms, units, units);
  }
  const current = unitsWorth(terms.coin, room_cents - whole.locked_cents, terms.current_usd_e8!);
  return worth(terms, whole.locked, whole.locked + current);
}

/**
 * Values locked units together with those already credited at the quote's rate: however a quote is split and ordered,
 * its parts add up to the value of the whole, rounded down once.
 */
function worth(terms: CreditTerms, locked: bigint, amount: bigint): CreditValue | null {
  const { coin, quote, already_locked, already_locked_cents, current_usd_e8 } = terms;
  const current = amount - locked;
  if (current > 0n && current_usd_e8 === null) return null;
  const together = centsFor(coin, already_locked + locked, quote.usd_e8);
  return {
    locked,
    locked_cents: Math.max(0, together - already_locked_cents),
    current,
    current_cents: current > 0n ? centsFor(coin, current, current_usd_e8!) : 0,
  };
}

/** The fewest units worth these cents; one fewer if a single unit is worth several cents and would exceed them. */
function unitsWorth(coin: Coin, cents: number, usd_e8: bigint): bigint {
  const units = unitsFor(coin, cents, usd_e8);
  return units > 0n && centsFor(coin, units, usd_e8) > cents ? units - 1n : units;
}

function lockedPart({ amount, first_seen_at, confirmed_at, quote, already_locked }: CreditTerms): bigint {
  const age_ms = confirmed_at.getTime() - quote.created_at.getTime();
  if (first_seen_at >= quote.expires_at || age_ms > LOCK_HONOURED_MS) return 0n;
  const room = (quote.amount * LOCKED_PERCENT) / 100n - already_locked;
  if (room <= 0n) return 0n;
  return amount < room ? amount : room;
}
