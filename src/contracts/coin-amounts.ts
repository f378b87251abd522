import { COIN_DECIMALS } from '#i18n/format.ts';
import type { Coin } from './coins.ts';

// cents = units / 10^decimals * usd_e8 / 10^8 * 100
const scaleOf = (coin: Coin) => 10n ** BigInt(COIN_DECIMALS[coin] + 6);

/** People copy eight decimals and exchanges accept them; neither works with 18. */
const QUOTED_DECIMALS = 8;

/** The amount a quote asks for: enough for the cents, rounded up to at most eight decimals. */
export function quoteUnits(coin: Coin, cents: number, usd_e8: bigint): bigint {
  const step = 10n ** BigInt(COIN_DECIMALS[coin] - QUOTED_DECIMALS);
  return ((unitsFor(coin, cents, usd_e8) + step - 1n) / step) * step;
}

/** The fewest units worth at least these cents. */
export function unitsFor(coin: Coin, cents: number, usd_e8: bigint): bigint {
  return (BigInt(cents) * scaleOf(coin) + usd_e8 - 1n) / usd_e8;
}

/** The value of units in cents, rounded down. */
export function centsFor(coin: Coin, units: bigint, usd_e8: bigint): number {
  const cents = (units * usd_e8) / scaleOf(coin);
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`unsafe_cents:${units}:${coin}`);
  return Number(cents);
}
