import { coinOf } from '#contracts/supply/sent-amount.ts';
import type { Formatters } from '#web/i18n/use-i18n.ts';

/** An amount as it left, in its own currency or coin. */
export function sentText({ coins, booked }: Formatters, units: string, currency: string): string {
  const coin = coinOf(currency);
  return coin ? coins(units, coin) : booked(units, currency);
}
