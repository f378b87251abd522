const SCALE = 9;

/**
 * Converts a ticker's price (`61234.5`, `"6.1e4"`) to units of 10^-9 without floats. Throws unless it is a positive
 * number.
 */
export function decimalPrice(value: unknown): bigint {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(String(value).trim());
  if (!match) throw new Error(`not a price: ${String(value).slice(0, 40)}`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) + SCALE - fraction.length;
  const digits = BigInt(whole + fraction);
  const price = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  if (price <= 0n) throw new Error(`not a price: ${String(value).slice(0, 40)}`);
  return price;
}
