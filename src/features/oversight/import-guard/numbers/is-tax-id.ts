import { luhnValid } from '#contracts/supply/codes/luhn.ts';

const INN_12 = [
  [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
];

/**
 * Whether digits are a tax number by its own form or check digits, of the kinds that look like card numbers: CNPJ (Brazil),
 * SIRET (France), INN (Russia), and 15 digits of the Gulf states and Indonesia that start with 1 or 3.
 */
export function isTaxId(digits: string): boolean {
  switch (digits.length) {
    case 12:
      return INN_12.every((weights) => (sum(digits, weights) % 11) % 10 === Number(digits[weights.length]));
    case 14:
      return isCnpj(digits) || (luhnValid(digits) && luhnValid(digits.slice(0, 9)));
    case 15:
      return digits.startsWith('1') || /^3\d{13}3$/.test(digits);
    default:
      return false;
  }
}

function isCnpj(digits: string): boolean {
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return [weights, [6, ...weights]].every((each) => {
    const rest = sum(digits, each) % 11;
    return Number(digits[each.length]) === (rest < 2 ? 0 : 11 - rest);
  });
}

const sum = (digits: string, weights: readonly number[]) =>
  weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
