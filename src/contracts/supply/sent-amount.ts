import { currencyDecimals } from '#i18n/currency-decimals.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { COINS, type Coin } from '../coins.ts';

/** The coin of this name; undefined for a currency of a bank. */
export const coinOf = (currency: string): Coin | undefined => COINS.find((coin) => coin === currency);

/** Decimals of what is counted in base units of a coin, or the smallest units of a currency. */
export function decimalsOf(currency: string): number {
  const coin = coinOf(currency);
  return coin ? COIN_DECIMALS[coin] : currencyDecimals(currency);
}
