import type { ScannedSurface } from '#contracts/surface.ts';
import { isNetworkNumber } from './numbers/network-number.ts';
import { normalise } from './numbers/normalise.ts';
import type { Rule } from './rule.ts';
import { blankIbans } from './text/blank-ibans.ts';
import { countDigits } from './text/count-digits.ts';
import { holdsEncoded, holdsLookalike } from './text/find-disguised.ts';
import { holdsNumber, type Reading } from './text/find-number.ts';
import { holdsTradeOffer, holdsTradeWords } from './text/holds-trade-words.ts';
import { windowsOf } from './text/windows-of.ts';

export const TEXT_LIMIT_CHARS = 8000;
export const DOCUMENT_LIMIT_CHARS = 40_000;

/** Never contains the text. */
export type Finding = { rule: Rule };

const READINGS: Readonly<Record<ScannedSurface, Reading>> = {
  name: 'strict',
  text: 'lenient',
  document: 'lenient',
  product: 'lenient',
  identifier: 'cell',
};

const CELL_SEPARATORS = /[\s\-._/]/g;
const ALL_DIGITS = /^\d+$/;

const TRACK_1 = /%?B\d{12,19}\^[^^]{2,26}\^\d{4}/i;
const TRACK_2 = /\d{12,19}[=D]\d{7,}/;
const VERIFICATION_VALUE =
  /\b(cvv2?|cvc2?|cav2|cid|card (security|verification) code|security code)\b[^0-9\n]{0,12}\d{3,4}\b/i;
// In a conversation "the security code is 1648" may be about any card, so only the name of the payment card's own counts,
// or a bare label.
const VERIFICATION_VALUE_IN_TEXT =
  /\b(cvv2?|cvc2?|cav2|card (security|verification) code)\b(?:[^0-9\n.!?]|[.!?](?!\s)){0,12}\d{3,4}\b|(^|[\n|;,])[ \t]{0,9}(cid|security code)[ \t]{0,9}[:=#][ \t]{0,9}\d{3,4}\b/i;
const CARD_LINE =
  /(?<![\dxX*])[\dxX*]{12,19}[\s|,;:/\-.]{1,3}(?:0?[1-9]|1[0-2])[\s|,;:/\-.]{0,3}(?:20)?[2-4]\d[\s|,;:/\-.]{1,3}\d{3,4}(?!\d)/;
const MASKED = /\b\d{4}[ -]?\d{2}[ -]?[xX*•#]{2,9}([ -]?[xX*•#]{4})?[ -]?\d{4}\b/;

/** The payment-card data or the words of the stolen-card trade in a text, if any (IG-01 to IG-10, IG-17). */
export function scanText(raw: string, surface: ScannedSurface): Finding | undefined {
  if (raw.length > (surface === 'document' ? DOCUMENT_LIMIT_CHARS : TEXT_LIMIT_CHARS)) return { rule: 'IG-18' };
  for (const text of windowsOf(normalise(raw))) {
    const rule = findRule(text, surface);
    if (rule) return { rule };
  }
  return undefined;
}

/** The same for a cell that was normalised already. */
export function scanCell(normalised: string): Finding | undefined {
  const rule = findRule(normalised, 'identifier');
  return rule && { rule };
}

function findRule(text: string, surface: ScannedSurface): Rule | undefined {
  const reading = READINGS[surface];
  if (surface === 'identifier' && isWholeNumber(text)) return 'IG-01';
  const rule = findCardData(text, surface);
  if (rule) return rule;
  const numbers = reading === 'lenient' ? blankIbans(text) : text;
  const digits = countDigits(numbers);
  if (digits >= 4 && holdsLookalike(numbers, reading)) return 'IG-09';
  if (text.length >= 16 && holdsEncoded(numbers, reading)) return 'IG-10';
  if (digits >= 12 && holdsNumber(numbers, reading)) return 'IG-02';
  if (surface === 'product') return holdsTradeWords(text) ? 'IG-17' : undefined;
  return surface !== 'identifier' && holdsTradeOffer(text) ? 'IG-17' : undefined;
}

function findCardData(text: string, surface: ScannedSurface): Rule | undefined {
  const digits = countDigits(text);
  const all = surface === 'product' || surface === 'identifier';
  if (digits >= 3 && (all ? VERIFICATION_VALUE : VERIFICATION_VALUE_IN_TEXT).test(text)) return 'IG-06';
  if (digits >= 6 && CARD_LINE.test(text)) return 'IG-07';
  if (digits < 10) return undefined;
  if (TRACK_1.test(text)) return 'IG-03';
  if (TRACK_2.test(text)) return 'IG-04';
  return MASKED.test(text) ? 'IG-08' : undefined;
}

function isWholeNumber(text: string): boolean {
  const digits = text.replace(CELL_SEPARATORS, '');
  return ALL_DIGITS.test(digits) && isNetworkNumber(digits);
}
