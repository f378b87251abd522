const PLAIN = /^[\t\n\r -~]*$/;
const DIGIT = /^\p{Nd}$/u;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;
// Digits in circles that NFKC leaves alone. Each row starts with its one.
const CIRCLED_DIGITS = /[\u2776-\u277e\u2780-\u2788\u278a-\u2792\u24f5-\u24fd]/g;
const CIRCLED_ONES = [0x278a, 0x2780, 0x2776, 0x24f5];
// Format characters, marks and stray control characters can hide between two digits.
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]|(?![\t\n\r])\p{Cc}/gu;
// The Hangul fillers are letters by name, but blank on the screen.
const SPACES = /[\p{Zs}\u115f\u1160]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

const digitOf = new Map<string, string>();

/** One canonical form of a text: digits of any script become 0-9, invisible characters are dropped, any dash is `-`. */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(FOREIGN_DIGITS, asciiDigit)
    .replace(CIRCLED_DIGITS, plainDigit)
    .replace(/\u24ff/g, '0')
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .replace(DASHES, '-');
}

// Unicode encodes each script's decimal digits contiguously, from zero to nine.
function asciiDigit(digit: string): string {
  const known = digitOf.get(digit);
  if (known) return known;
  const point = digit.codePointAt(0)!;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before++;
  const value = String(before % 10);
  digitOf.set(digit, value);
  return value;
}

function plainDigit(digit: string): string {
  const point = digit.charCodeAt(0);
  return String(point - CIRCLED_ONES.find((one) => one <= point)! + 1);
}
