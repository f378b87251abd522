import { isNetworkNumber } from './network-number.ts';
import { normalise } from './normalise.ts';
import type { Rule } from './rule.ts';

export const TEXT_LIMIT_CHARS = 8000;

export type Finding = { rule: Rule; verdict: 'reject' | 'quarantine' };

const SEPARATORS = /[\s\-._/|,]+/;
const DIGIT_RUNS = /\d(?:[\s\-._/|,]{0,2}\d){11,}/g;
const CELL_SEPARATORS = /[\s\-._/]/g;
const ALL_DIGITS = /^\d+$/;

const TRACK_1 = /%?B\d{12,19}\^[^^]{2,26}\^\d{4}/i;
const TRACK_2 = /\d{12,19}[=D]\d{7,}/;
const VERIFICATION_VALUE =
  /\b(cvv2?|cvc2?|cav2|cid|card (security|verification) code|security code)\b[^0-9\n]{0,12}\d{3,4}\b/i;
const CARD_LINE =
  /(?<![\dxX*])[\dxX*]{12,19}[\s|,;:/\-.]{1,3}(?:0?[1-9]|1[0-2])[\s|,;:/\-.]{1,3}(?:20)?[2-4]\d[\s|,;:/\-.]{1,3}\d{3,4}(?!\d)/;
const MASKED = /\b\d{6}[ -]?[xX*•#]{2,9}([ -]?[xX*•#]{4})?[ -]?\d{4}\b/;
const LOOKALIKES = /(?<![0-9A-Za-z])[0-9OoIlSsBZ]{13,19}(?![0-9A-Za-z])/g;
const LOOKALIKE_DIGITS: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  I: '1',
  l: '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
};
const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){12,}(?![0-9A-Fa-f])/g;
const PRINTABLE = /^[ -~\s]+$/;

// Machine-generated identifiers are full of meaningless digits, so they are skipped.
const IDENTIFIERS = new RegExp(
  [
    '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b',
    '\\b[0-7][0-9A-HJKMNP-TV-Z]{25}\\b',
    '\\b0x(?:[0-9a-f]{64}|[0-9a-f]{40})\\b',
    '\\b[0-9a-f]{64}\\b',
    '\\b(?:bc|tb|bcrt|ltc|tltc|rltc)1[02-9ac-hj-np-z]{11,87}\\b',
  ].join('|'),
  'gi',
);
const BASE58 = /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{26,95}(?![0-9A-Za-z])/g;
const DATE = '(?:19|20)\\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const TIME = '(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?';
const ISO_TIMES = new RegExp(
  `(?<!\\d[\\s\\-._/|,]{0,2})${DATE}${TIME}(?:[\\s,;|]{1,2}${DATE}${TIME})*(?![\\s\\-._/|,]{0,2}\\d)`,
  'g',
);
const DECIMALS = /(?<!\d[\s\-._/|,]{0,2})(?<!\d)\d{1,15}\.\d{1,18}(?![\s\-._/|,]{0,2}\d)/g;

/** The payment-card data found in a text, if any (IG-02 to IG-10). The finding never contains the text. */
export function scanText(raw: string): Finding | undefined {
  if (raw.length > TEXT_LIMIT_CHARS) return { rule: 'IG-18', verdict: 'reject' };
  return scanNormalised(normalise(raw));
}

/** The same for a table cell, which as a whole may also be a card number (IG-01). */
export function scanCell(normalised: string): Finding | undefined {
  if (isWholeNumber(normalised)) return { rule: 'IG-01', verdict: 'reject' };
  return scanNormalised(normalised);
}

function scanNormalised(text: string): Finding | undefined {
  const rule = firstRule(text);
  if (rule) return { rule, verdict: 'reject' };
  if (countDigits(text) < 12) return undefined;
  return scanRuns(text);
}

function firstRule(text: string): Rule | undefined {
  const digits = countDigits(text);
  if (digits >= 3 && VERIFICATION_VALUE.test(text)) return 'IG-06';
  if (digits >= 6 && CARD_LINE.test(text)) return 'IG-07';
  if (digits >= 10) {
    if (TRACK_1.test(text)) return 'IG-03';
    if (TRACK_2.test(text)) return 'IG-04';
    if (MASKED.test(text)) return 'IG-08';
    if (holdsLookalike(text)) return 'IG-09';
  }
  if (text.length >= 16 && holdsEncoded(text)) return 'IG-10';
  return undefined;
}

// IG-02: separators split a run into groups, and a card number may start and end at any group.
function scanRuns(text: string): Finding | undefined {
  let long = false;
  for (const [run] of blankIdentifiers(text).matchAll(DIGIT_RUNS)) {
    const groups = run.split(SEPARATORS);
    for (let start = 0; start < groups.length; start++) {
      let joined = '';
      for (let end = start; end < groups.length && joined.length < 19; end++) {
        joined += groups[end];
        if (isNetworkNumber(joined)) return { rule: 'IG-02', verdict: 'reject' };
      }
      long ||= hidesNumber(groups[start]!);
    }
  }
  return long ? { rule: 'IG-02', verdict: 'quarantine' } : undefined;
}

function hidesNumber(group: string): boolean {
  if (group.length < 20) return false;
  for (let start = 0; start + 12 <= group.length; start++) {
    for (let length = 12; length <= 19 && start + length <= group.length; length++) {
      if (isNetworkNumber(group.slice(start, start + length))) return true;
    }
  }
  return false;
}

function blankIdentifiers(text: string): string {
  const blank = (token: string) => (/[a-z]/i.test(token) ? '\u0000'.repeat(token.length) : token);
  return text
    .replace(IDENTIFIERS, blank)
    .replace(BASE58, blank)
    .replace(ISO_TIMES, '\u0000')
    .replace(DECIMALS, (token) => (isNetworkNumber(token.replace('.', '')) ? token : '\u0000'));
}

function holdsLookalike(text: string): boolean {
  for (const [token] of text.matchAll(LOOKALIKES)) {
    const letters = token.length - countDigits(token);
    if (letters >= 1 && letters <= 3 && isNetworkNumber(token.replace(/\D/g, (letter) => LOOKALIKE_DIGITS[letter]!))) {
      return true;
    }
  }
  return false;
}

function holdsEncoded(text: string): boolean {
  for (const [token] of text.matchAll(BASE64)) if (decodesToNumber(token, 'base64')) return true;
  for (const [token] of text.matchAll(HEX)) if (decodesToNumber(token, 'hex')) return true;
  return false;
}

function decodesToNumber(token: string, encoding: 'base64' | 'hex'): boolean {
  const decoded = Buffer.from(token, encoding).toString('latin1');
  return PRINTABLE.test(decoded) && (isWholeNumber(decoded.trim()) || scanRuns(decoded)?.verdict === 'reject');
}

function isWholeNumber(text: string): boolean {
  const digits = text.replace(CELL_SEPARATORS, '');
  return ALL_DIGITS.test(digits) && isNetworkNumber(digits);
}

function countDigits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count++;
  }
  return count;
}
