/**
 * Decimals of ISO 4217 (amendment 176) where they aren't two. Intl is of no use here: it goes by what people use in cash, such as none
 * for the dinar of Iraq.
 */
const DECIMALS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

/** How many decimals an amount in a currency has. */
export const currencyDecimals = (currency: string): number => DECIMALS[currency] ?? 2;

/**
 * A decimal number (`1.250`) in hundredths of its currency, as face values are held. undefined if it isn't a number or has more
 * decimals than the currency, and for what no hundredth can hold: parts of a yen, or single fils.
 */
export function hundredthsOf(plain: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(plain) ?? [];
  const decimals = currencyDecimals(currency);
  if (whole === '' || fraction.length > Math.max(2, decimals)) return undefined;
  if (/[^0]/.test(fraction.slice(Math.min(2, decimals)))) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}

/** Hundredths of a currency as a decimal number with its decimals: `25.00`, `1000`, `1.250`. Nothing is rounded away. */
export function plainHundredths(hundredths: number, currency = 'USD'): string {
  const decimals = currencyDecimals(currency);
  return (hundredths / 100).toFixed(decimals === 0 && hundredths % 100 !== 0 ? 2 : decimals);
}

/** Smallest units of a currency, which may be below zero, as a decimal number with its decimals: `12.345` for 12345 of KWD. */
export function plainSmallest(units: string, currency: string): string {
  const decimals = currencyDecimals(currency);
  const [sign, digits] = units.startsWith('-') ? ['-', units.slice(1)] : ['', units];
  const padded = digits.padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  return sign + padded.slice(0, point) + (decimals === 0 ? '' : `.${padded.slice(point)}`);
}
