import type { CodeMask } from '../masks/format.ts';
import { isApart } from '../numbers/is-apart.ts';
import { isNetworkNumber } from '../numbers/network-number.ts';
import { holdsNumberInside } from '../text/find-number.ts';
import type { Rule } from './rule.ts';
import { scanCell } from './scan-text.ts';

interface SecretFinding {
  rule: Rule;
  column: 'code' | 'pin';
}

const SEPARATORS = /[\s\-._/:]/g;
const ALL_DIGITS = /^\d+$/;
const LONG_RUN = /\d{12,}/g;

/** Card data in a code and PIN that fit their masks, where letters are neither separators, words nor blacked-out digits. */
export function scanSecret(mask: CodeMask, code: string, pin: string): SecretFinding | undefined {
  const inCode = scanCell(code, { inCode: true });
  if (inCode) return { rule: inCode.rule, column: 'code' };
  const inPin = pin === '' ? undefined : scanCell(pin, { inCode: true });
  if (inPin) return { rule: inPin.rule, column: 'pin' };
  return findJoinedNumber(mask, code, pin);
}

/** IG-05: a number that code and PIN make together, or that stands inside an alphanumeric code. */
export function findJoinedNumber(mask: CodeMask, codeCell: string, pinCell: string): SecretFinding | undefined {
  const code = codeCell.replace(SEPARATORS, '');
  const pin = pinCell.replace(SEPARATORS, '');
  if (ALL_DIGITS.test(code) && ALL_DIGITS.test(pin)) {
    // With a prefix of its own in the middle, PIN and code are no card number, but one in 40 honest rows looks like it.
    const apart = mask.kind === 'numeric' && isApart(mask.prefix);
    if (isNetworkNumber(code + pin) || (!apart && isNetworkNumber(pin + code))) return { rule: 'IG-05', column: 'pin' };
  }
  if (mask.kind === 'numeric') return undefined;
  for (const { 0: run, index } of code.matchAll(LONG_RUN)) {
    const continued = index + run.length === code.length ? run + (/^\d+/.exec(pin)?.[0] ?? '') : run;
    if (holdsNumberInside(continued)) return { rule: 'IG-05', column: 'code' };
  }
  return undefined;
}
