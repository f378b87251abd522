const PLAIN = /^[\t\n\r -~]*$/;
const DIGIT = /^\p{Nd}$/u;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;
// Format characters, marks and stray control characters can hide between two digits.
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]|(?![\t\n\r])\p{Cc}/gu;
const SPACES = /\p{Zs}/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

const digitOf = new Map<string, string>();

/** One canonical form of a text: digits of any script become 0-9, invisible characters are dropped, any dash is `-`. */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(FOREIGN_DIGITS, asciiDigit)
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
