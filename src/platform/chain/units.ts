/** `123456789n, 8` -> `1.23456789`: exact, no exponent, no trailing zeros. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The number a Core node prints for an amount, in base units. Rounding is exact for amounts up to 21 million coins. */
export function coreAmount(value: unknown): bigint {
  const amount = Number(value);
  if (!Number.isFinite(amount) || amount < 0) throw new Error(`not an amount: ${value}`);
  return BigInt(Math.round(amount * 1e8));
}
