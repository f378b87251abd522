import type { ScannedSurface } from '#contracts/surface.ts';
import { isTaxId } from '../numbers/is-tax-id.ts';
import { isNetworkNumber } from '../numbers/network-number.ts';
import { normalise } from '../numbers/normalise.ts';
import { blankIbans } from '../text/blank-ibans.ts';
import { countDigits } from '../text/count-digits.ts';
import { findEncoded, findLookalike } from '../text/find-disguised.ts';
import { type Certainty, findNumber, type Reading, stronger } from '../text/find-number.ts';
import { findTrade } from '../text/find-trade.ts';
import { windowsOf } from '../text/windows-of.ts';
import type { Rule } from './rule.ts';

export const TEXT_LIMIT_CHARS = 8000;
export const DOCUMENT_LIMIT_CHARS = 40_000;

/** Never contains the text. `certainty` says whether it is refused, or waits for a person where there is one to decide. */
export type Finding = { rule: Rule; certainty: Certainty };

const READINGS: Readonly<Record<ScannedSurface, Reading>> = {
  name: 'strict',
  text: 'lenient',
  document: 'lenient',
  product: 'lenient',
  identifier: 'cell',
  email: 'cell',
  tax_id: 'cell',
};

const LONGEST_PHONE = 13;
const CELL_SEPARATORS = /[\s\-._/]/g;
const ALL_DIGITS = /^\d+$/;

const TRACK_1 = /%?B\d{12,19}\^[^^]{2,26}\^\d{4}/i;
const TRACK_2 = /\d{12,19}[=D]\d{7,}/;
const VERIFICATION_VALUE =
  /\b(cvv2?|cvc2?|cav2|cid|card (security|verification) code|security code)\b[^0-9\n]{0,12}\d{3,4}\b/i;
// In a conversation "the security code is 1648" may be about any card, so only the name of the payment card's own counts,
// or a bare label with the three digits that nothing else has.
const VERIFICATION_VALUE_IN_TEXT = new RegExp(
  [
    /(?<!\p{L})(?:cvv2?|cvc2?|cav2|card (?:security|verification) code|kartenpr(?:ü|ue|u)f\p{L}*|cryptogramme(?: visuel)?)(?!\p{L})(?:[^0-9\n.!?]|[.!?](?!\s)){0,12}\d{3,4}\b/u,
    /(?:^|[\n|;,])[ \t]{0,9}(?:cid|security code|sicherheitscode|prüfnummer|c[oó]digo de (?:seguridad|verificaci[oó]n)|code de s[ée]curité)[ \t]{0,9}[:=#][ \t]{0,9}\d{3}\b/u,
    /(?:three|3|last) digits on (?:the|its) back[^0-9\n.!?]{0,12}\d{3}\b/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
);
const CARD_LINE =
  /(?<![\dxX*])[\dxX*]{12,19}[\s|,;:/\-.]{1,3}(?:0?[1-9]|1[0-2])[\s|,;:/\-.]{0,3}(?:20)?[2-4]\d[\s|,;:/\-.]{1,3}\d{3,4}(?!\d)/;
const GROUPED_LINE =
  /(?<!\d)\d{4}([ -])\d{4}\1\d{4}\1\d{3,4}[\s|,;]{1,3}(?:0?[1-9]|1[0-2]) ?[/.-] ?(?:20)?[2-4]\d[\s|,;:]{1,3}(?:cvv?2?:? ?)?\d{3,4}(?!\d)/i;
const MASKED = /\b\d{4}[ -]?\d{2}[ -]?[xX*•#]{2,9}([ -]?[xX*•#]{4})?[ -]?\d{4}\b/;

/** The payment-card data or the words of the stolen-card trade in a text, if any (IG-01 to IG-10, IG-17). */
export function scanText(raw: string, surface: ScannedSurface): Finding | undefined {
  if (raw.length > (surface === 'document' ? DOCUMENT_LIMIT_CHARS : TEXT_LIMIT_CHARS))
    return { rule: 'IG-18', certainty: 'sure' };
  let found: Finding | undefined;
  for (const text of windowsOf(normalise(raw))) {
    const finding = findIn(text, surface);
    if (finding && (!found || stronger(found.certainty, finding.certainty) !== found.certainty)) found = finding;
    if (found?.certainty === 'sure') break;
  }
  return found;
}

/** The same for a cell that was normalised already. In a code its mask's letters separate nothing and make no words. */
export const scanCell = (normalised: string, { inCode = false } = {}): Finding | undefined =>
  findIn(normalised, 'identifier', inCode);

function findIn(text: string, surface: ScannedSurface, inCode = false): Finding | undefined {
  if (surface === 'email') return isEmailOfNumber(text) ? { rule: 'IG-02', certainty: 'sure' } : undefined;
  if (surface === 'tax_id' && isTaxId(text.replace(CELL_SEPARATORS, ''))) return undefined;
  if ((surface === 'identifier' || surface === 'tax_id') && isWholeNumber(text))
    return { rule: 'IG-01', certainty: 'sure' };
  const reading = READINGS[surface];
  const numbers = reading === 'lenient' ? blankIbans(text) : text;
  const rule = findCardData(numbers, surface, inCode);
  if (rule) return { rule, certainty: 'sure' };
  const digits = countDigits(numbers);
  const found = [
    as('IG-09', digits >= 4 ? findLookalike(numbers, reading) : undefined),
    as('IG-10', text.length >= 16 ? findEncoded(numbers, reading) : undefined),
    as('IG-02', digits >= 12 ? findNumber(numbers, reading, !inCode) : undefined),
    as('IG-17', reading === 'cell' ? undefined : findTrade(text, surface === 'product')),
  ].filter((finding) => finding !== undefined);
  return (
    found.find(({ certainty }) => certainty === 'sure') ??
    found.find(({ certainty }) => certainty === 'likely') ??
    found[0]
  );
}

const as = (rule: Rule, certainty: Certainty | undefined): Finding | undefined => certainty && { rule, certainty };

function findCardData(text: string, surface: ScannedSurface, inCode: boolean): Rule | undefined {
  const digits = countDigits(text);
  const all = surface === 'product' || READINGS[surface] === 'cell';
  if (!inCode && digits >= 3 && (all ? VERIFICATION_VALUE : VERIFICATION_VALUE_IN_TEXT).test(text)) return 'IG-06';
  if (digits >= 6 && (CARD_LINE.test(text) || GROUPED_LINE.test(text))) return 'IG-07';
  if (digits < 10) return undefined;
  if (TRACK_1.test(text)) return 'IG-03';
  if (TRACK_2.test(text)) return 'IG-04';
  return !inCode && MASKED.test(text) ? 'IG-08' : undefined;
}

function isWholeNumber(text: string): boolean {
  const digits = text.replace(CELL_SEPARATORS, '');
  return ALL_DIGITS.test(digits) && isNetworkNumber(digits);
}

/** Whether an e-mail address carries a card number; up to 13 digits are a telephone number, and 15 from 1 mean nothing. */
function isEmailOfNumber(text: string): boolean {
  const digits = text.replace(/(?<=\d)[._+-](?=\d)/g, '').match(/\d+/g) ?? [];
  return digits.some((run) => run.length > LONGEST_PHONE && !/^1\d{14}$/.test(run) && holdsLong(run));
}

function holdsLong(digits: string): boolean {
  for (let length = LONGEST_PHONE + 1; length <= Math.min(19, digits.length); length++)
    for (let start = 0; start + length <= digits.length; start++)
      if (isNetworkNumber(digits.slice(start, start + length))) return true;
  return false;
}
