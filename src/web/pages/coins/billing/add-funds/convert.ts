import type { Coin } from '#contracts/coins.ts';
import { formatNumber } from '#i18n/format.ts';

const decimals: Record<Coin, number> = { BTC: 8, ETH: 18, LTC: 8 };
// cents = units / 10^decimals * usd_e8 / 10^8 * 100
const scaleOf = (coin: Coin) => 10n ** BigInt(decimals[coin] + 6);

/** Parses a coin amount ("0.05", with the language's decimal sign) to base units; undefined if it is not an amount. */
export function parseCoins(text: string, coin: Coin, locale = 'en'): string | undefined {
  const comma = formatNumber(locale, 0.5).includes(',');
  const bare = text.trim().replace(new RegExp(`\\s*${coin}$`, 'i'), '');
  const plain = comma ? bare.replace(',', '.') : bare;
  const match = /^(\d{0,12})(?:\.(\d{0,18}))?$/.exec(plain);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || whole + fraction === '' || fraction.length > decimals[coin]) return;
  return (BigInt(whole || 0) * 10n ** BigInt(decimals[coin]) + BigInt(fraction.padEnd(decimals[coin], '0'))).toString();
}

/** A rate as the API sends it, times 10^8. */
function rateOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/** The coin amount for a sum at a rate: rounded up to eight decimals, as a quote is. */
export function previewUnits(cents: number, coin: Coin, usd: string): string {
  const rate = rateOf(usd);
  const step = 10n ** BigInt(decimals[coin] - 8);
  const units = (BigInt(cents) * scaleOf(coin) + rate - 1n) / rate;
  return (((units + step - 1n) / step) * step).toString();
}

/** The value of base units at a rate, rounded down as a credit is. */
export const previewCents = (units: string, coin: Coin, usd: string): number =>
  Number((BigInt(units) * rateOf(usd)) / scaleOf(coin));
