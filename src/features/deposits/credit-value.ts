import type { Coin } from '#platform/chain/types.ts';
import { centsFor, unitsFor } from '../rates/amounts.ts';

/** The lock covers this much of the quoted amount: wallets round, and exchanges send a little more. */
const LOCKED_PERCENT = 105n;
/** A deposit confirmed later than this after its quote gets the rate of the day. */
const LOCK_HONOURED_MS = 86_400_000;

export interface CreditTerms {
  coin: Coin;
  /** What is to be credited. */
  amount: bigint;
  first_seen_at: Date;
  /** When it was first deep enough. */
  confirmed_at: Date;
  quote: { amount: bigint; usd_e8: bigint; created_at: Date; expires_at: Date };
  /** What the quote's rate was given for so far, and the cents that were credited for it. */
  already_locked: bigint;
  already_locked_cents: number;
  /** The rate of the day; null when none is fresh. */
  current_usd_e8: bigint | null;
}

/** Units at the quote's rate and units at the rate of the day, each with its cents. */
export interface CreditValue {
  locked: bigint;
  locked_cents: number;
  current: bigint;
  current_cents: number;
}

export const centsOf = ({ locked_cents, current_cents }: CreditValue): number => locked_cents + current_cents;
export const unitsOf = ({ locked, current }: CreditValue): bigint => locked + current;

/** What a deposit is worth: the locked rate where the quote still holds, else the current one; null while that is not known. */
export function creditValue(terms: CreditTerms): CreditValue | null {
  return worth(terms, lockedPart(terms), terms.amount);
}

/** The part of a deposit that is worth at most `room_cents`; the part at the locked rate goes first. */
export function creditPart(terms: CreditTerms, room_cents: number): CreditValue | null {
  const whole = creditValue(terms);
  if (!whole || centsOf(whole) <= room_cents) return whole;
  if (whole.locked_cents >= room_cents) {
    const { coin, quote, already_locked, already_locked_cents } = terms;
    const up_to = unitsWorth(coin, already_locked_cents + room_cents, quote.usd_e8);
    const units = up_to > already_locked ? up_to - already_locked : 0n;
    return worth(terms, units < whole.locked ? units : whole.locked, units < whole.locked ? units : whole.locked);
  }
  const current = unitsWorth(terms.coin, room_cents - whole.locked_cents, terms.current_usd_e8!);
  return worth(terms, whole.locked, whole.locked + current);
}

/**
 * Locked units are valued together with what the quote's rate was given for before: however a quote is paid in parts and in
 * whatever order, its parts add up to what the whole is worth, rounded down once.
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

/** The fewest units worth these cents; one less where a single unit is worth several cents and goes over them. */
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
