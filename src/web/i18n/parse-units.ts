/**
 * Reads a typed amount as whole base units: "0.0125" or "0,0125". Without marks between thousands, which another language reads as
 * decimals; undefined for those, for more decimals than there are, and for what is no amount.
 */
export function parseUnits(text: string, decimals: number): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return;
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}
