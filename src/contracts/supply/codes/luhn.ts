/** Whether a string of ASCII digits ends in its Luhn check digit. */
export function luhnValid(digits: string): boolean {
  return luhnSum(digits, false) % 10 === 0;
}

/** The check digit that makes `digits` valid when appended. */
export function luhnDigit(digits: string): string {
  return String((10 - (luhnSum(digits, true) % 10)) % 10);
}

function luhnSum(digits: string, doubleLast: boolean): number {
  let sum = 0;
  let double = doubleLast;
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = digits.charCodeAt(at) - 48;
    const twice = digit * 2;
    sum += double ? (twice > 9 ? twice - 9 : twice) : digit;
    double = !double;
  }
  return sum;
}
