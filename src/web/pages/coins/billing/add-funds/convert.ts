import type { Coin } from '#contracts/coins.ts';
import { COIN_DECIMALS, formatNumber } from '#i18n/format.ts';

/** Parses a coin amount ("0.05", with the language's decimal sign) to base units; undefined if it is not an amount below ten million. */
export function parseCoins(text: string, coin: Coin, locale = 'en'): string | undefined {
  const comma = formatNumber(locale, 0.5).includes(',');
  const bare = text.trim().replace(new RegExp(`\\s*${coin}$`, 'i'), '');
  const plain = comma ? bare.replace(',', '.') : bare;
  const match = /^(\d{0,7})(?:\.(\d{0,18}))?$/.exec(plain);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || whole + fraction === '' || fraction.length > COIN_DECIMALS[coin]) return;
  return (
    BigInt(whole || 0) * 10n ** BigInt(COIN_DECIMALS[coin]) +
    BigInt(fraction.padEnd(COIN_DECIMALS[coin], '0'))
  ).toString();
}

/** A rate as the API sends it, in hundred-millionths of a dollar. */
export function parseRate(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}
