import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import type { CodeFormat, CodeMask, PinMask } from './masks/format.ts';
import { isApart } from './numbers/is-apart.ts';
import { touchesNetworkRange } from './numbers/network-number.ts';
import type { Rule } from './scan/rule.ts';
import { scanText } from './scan/scan-text.ts';

const SHORTEST_NUMBER = 12;
const LONGEST_NUMBER = 19;
const MAX_FREE_DIGITS = 13;
const MIN_LETTERS = 8;

type NumericMask = Extract<CodeMask, { kind: 'numeric' }>;

/** The rule that refuses a programme's format, if any: no mask may fit a payment-card number (IG-13, IG-14, IG-23). */
export function checkFormat(format: CodeFormat, network: 'closed_loop' | 'open_loop'): Rule | undefined {
  const { code, pin } = format;
  if (network === 'open_loop' && code.kind === 'numeric') return 'IG-23';
  if (pin && pin.length < 4) return 'IG-14';
  if (pin && pin.length >= SHORTEST_NUMBER) return 'IG-13';
  return fitsRule(code, pin) ? undefined : 'IG-13';
}

function fitsRule(code: CodeMask, pin: PinMask | null): boolean {
  switch (code.kind) {
    case 'numeric':
      return fitsNumericRule(code, pin) && !holdsValidWindow(code);
    case 'alnum':
      return hasLetters(code.alphabet);
    case 'link':
      return hasLetters(code.alphabet) && !scanText(linkStart(code), 'identifier');
  }
}

const hasLetters = (alphabet: string) => alphabet.replace(/\d/g, '').length >= MIN_LETTERS;

function fitsNumericRule(code: NumericMask, pin: PinMask | null): boolean {
  const { length, prefix } = code;
  if (length > LONGEST_NUMBER || prefix.length >= length) return false;
  if (length >= SHORTEST_NUMBER) return isApart(prefix) && length - prefix.length <= MAX_FREE_DIGITS;
  const pinDigits = pin && (pin.kind === 'numeric' || /\d/.test(pin.alphabet)) ? pin.length : 0;
  if (length + pinDigits >= SHORTEST_NUMBER) return isApart(prefix);
  return prefix === '' || prefix.startsWith('0') || !touchesNetworkRange(prefix);
}

/**
 * Whether the end of every code is Luhn valid like the code itself, because the digits before it add nothing to the sum:
 * then such numbers prove nothing, and IG-24 couldn't tell card numbers from honest codes.
 */
function holdsValidWindow({ length, prefix, checksum }: NumericMask): boolean {
  if (checksum !== 'luhn') return false;
  for (let start = 1; start <= prefix.length && length - start >= SHORTEST_NUMBER; start++) {
    const before = prefix.slice(0, start).padEnd(length - 1, '0');
    if (luhnDigit(before) === '0' && touchesNetworkRange(prefix.slice(start), length - start)) return true;
  }
  return false;
}
