import { isApart } from './check-format.ts';
import type { Column } from './check-header.ts';
import { type CodeFormat, fitsCode, fitsPin } from './format.ts';
import { isNetworkNumber } from './numbers/network-number.ts';
import { normalise } from './numbers/normalise.ts';
import type { Rule } from './rule.ts';
import { scanCell } from './scan-text.ts';
import { holdsNumberInside } from './text/find-number.ts';

/** One row as it may be stored. `face_value_cents` is in the programme's currency; missing values are null. */
export type GuardedRow = {
  code: string;
  pin: string | null;
  serial: string | null;
  face_value_cents: number | null;
  currency: string | null;
  expires_on: string | null;
  activation_ref: string | null;
};

export type Refusal = { rule: Rule; column: Column | null };

const SEPARATORS = /[\s\-._/:]/g;
const ALL_DIGITS = /^\d+$/;
const LONG_RUN = /\d{12,}/g;
const FACE_VALUE = /^(0|[1-9]\d{0,5})(\.\d{2})?$/;
const CURRENCY = /^[A-Z]{3}$/;
const REFERENCE = /^[A-Za-z0-9._-]{1,40}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FORMULA = /^[=+\-@\t\r\0]/;

const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,64}(\.[^\s@.]{1,64})+$/;
const US_SSN = /^\d{3}-\d{2}-\d{4}$/;
const PHONE = /^(\+\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/;

/**
 * Builds a row check for one programme's format and one file's columns. Every cell is scanned for card data before any
 * mask.
 */
export function rowGuard(format: CodeFormat, columns: readonly Column[]) {
  return (cells: readonly string[]): { row: GuardedRow } | Refusal => {
    const texts = cells.map(normalise);
    return (
      findHardHit(columns, texts) ?? findJoinedNumber(format, columns, texts) ?? readRow(format, columns, cells, texts)
    );
  };
}

function findHardHit(columns: readonly Column[], texts: readonly string[]): Refusal | undefined {
  for (const [index, text] of texts.entries()) {
    if (text === '') continue;
    const column = columns[index] ?? null;
    const finding = scanCell(text);
    if (finding) return { rule: finding.rule, column };
    if (column !== 'code' && column !== 'pin' && isPersonal(text.trim())) return { rule: 'IG-16', column };
  }
  return undefined;
}

// IG-05: a number that code and PIN make together, or that stands inside an alphanumeric code.
function findJoinedNumber(
  { code: mask }: CodeFormat,
  columns: readonly Column[],
  texts: readonly string[],
): Refusal | undefined {
  const code = textOf(columns, texts, 'code').replace(SEPARATORS, '');
  const pin = textOf(columns, texts, 'pin').replace(SEPARATORS, '');
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

function readRow(
  format: CodeFormat,
  columns: readonly Column[],
  cells: readonly string[],
  texts: readonly string[],
): { row: GuardedRow } | Refusal {
  if (cells.length !== columns.length) return { rule: 'IG-15', column: null };
  const formula = cells.findIndex((cell) => FORMULA.test(cell));
  if (formula >= 0) return { rule: 'IG-15', column: columns[formula]! };
  const row: GuardedRow = {
    code: textOf(columns, texts, 'code').trim(),
    pin: textOf(columns, texts, 'pin').trim() || null,
    serial: null,
    face_value_cents: null,
    currency: null,
    expires_on: null,
    activation_ref: null,
  };
  if (!fitsCode(format.code, row.code)) return { rule: 'IG-15', column: 'code' };
  if (!fitsPin(format.pin, row.pin ?? '')) return { rule: 'IG-15', column: 'pin' };
  for (const [index, column] of columns.entries()) {
    const text = texts[index]!.trim();
    if (text !== '' && !readCell(row, column, text)) return { rule: 'IG-15', column };
  }
  return { row };
}

function readCell(row: GuardedRow, column: Column, text: string): boolean {
  switch (column) {
    case 'code':
    case 'pin':
      return true;
    case 'face_value':
      row.face_value_cents = FACE_VALUE.test(text) ? centsOf(text) : null;
      return row.face_value_cents !== null && row.face_value_cents > 0;
    case 'currency':
      row.currency = text;
      return CURRENCY.test(text);
    case 'expires_on':
      row.expires_on = text;
      return isDate(text);
    case 'serial':
    case 'activation_ref':
      row[column] = text;
      return REFERENCE.test(text);
  }
}

function textOf(columns: readonly Column[], texts: readonly string[], column: Column): string {
  return texts[columns.indexOf(column)] ?? '';
}

function isPersonal(text: string): boolean {
  return text.length >= 6 && (EMAIL.test(text) || US_SSN.test(text) || PHONE.test(text));
}

function centsOf(text: string): number {
  const [whole, part = '00'] = text.split('.');
  return Number(whole) * 100 + Number(part);
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
