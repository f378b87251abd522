import { fitsCode, fitsPin } from '#contracts/supply/codes/fits-code.ts';
import { hundredthsOf } from '#i18n/currency-decimals.ts';
import type { Column } from './check-header.ts';
import { chanceHits } from './mask-chance.ts';
import type { CodeFormat } from './masks/format.ts';
import { normalise } from './numbers/normalise.ts';
import { isPersonal } from './scan/is-personal.ts';
import type { Rule } from './scan/rule.ts';
import { findJoinedNumber, scanSecret } from './scan/scan-secret.ts';
import { scanCell } from './scan/scan-text.ts';

/**
 * One row as it may be stored. `face_value_cents` is in the programme's currency; missing values are null. Serial numbers and
 * references are judged and not kept: nothing needs them, and nobody would see what they carry.
 */
export type GuardedRow = {
  code: string;
  pin: string | null;
  face_value_cents: number | null;
  currency: string | null;
  expires_on: string | null;
};

export type Refusal = { rule: Rule; column: Column | null };

const FACE_VALUE = /^(0|[1-9]\d{0,7})(\.\d{2,4})?$/;
const CURRENCY = /^[A-Z]{3}$/;
const REFERENCE = /^[A-Za-z0-9._-]{1,40}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FORMULA = /^[=+\-@\t\r\0]/;

/**
 * Builds a row check for one programme's format and currency, and one file's columns, null for those that are skipped. Every cell is scanned for card data before any
 * mask. Where honest codes of the mask look like card data now and then, a code that fits it isn't refused for that: the
 * rule over all rows (IG-24) counts it.
 */
export function rowGuard(format: CodeFormat, columns: readonly (Column | null)[], currency = 'USD') {
  const byChance = chanceHits(format);
  return (cells: readonly string[]): { row: GuardedRow } | Refusal => {
    const texts = cells.map(normalise);
    const code = textOf(columns, texts, 'code');
    const pin = textOf(columns, texts, 'pin');
    const fits = fitsCode(format.code, code.trim()) && fitsPin(format.pin, pin.trim());
    const inSecret = () => {
      if (!fits) return findJoinedNumber(format.code, code, pin);
      const hit = scanSecret(format.code, code.trim(), pin.trim());
      return hit && !byChance.has(hit.rule) ? hit : undefined;
    };
    return findHardHit(columns, texts, fits) ?? inSecret() ?? readRow({ format, columns, currency }, cells, texts);
  };
}

function findHardHit(
  columns: readonly (Column | null)[],
  texts: readonly string[],
  fits: boolean,
): Refusal | undefined {
  for (const [index, text] of texts.entries()) {
    if (text === '') continue;
    const column = columns[index] ?? null;
    const secret = column === 'code' || column === 'pin';
    if (secret && fits) continue;
    const finding = scanCell(text);
    if (finding) return { rule: finding.rule, column };
    if (!secret && isPersonal(text.trim())) return { rule: 'IG-16', column };
  }
  return undefined;
}

function readRow(
  { format, columns, currency }: { format: CodeFormat; columns: readonly (Column | null)[]; currency: string },
  cells: readonly string[],
  texts: readonly string[],
): { row: GuardedRow } | Refusal {
  if (cells.length !== columns.length) return { rule: 'IG-15', column: null };
  const formula = cells.findIndex((cell, at) => columns[at] && FORMULA.test(cell));
  if (formula >= 0) return { rule: 'IG-15', column: columns[formula]! };
  const row: GuardedRow = {
    code: textOf(columns, texts, 'code').trim(),
    pin: textOf(columns, texts, 'pin').trim() || null,
    face_value_cents: null,
    currency: null,
    expires_on: null,
  };
  if (!fitsCode(format.code, row.code)) return { rule: 'IG-15', column: 'code' };
  if (!fitsPin(format.pin, row.pin ?? '')) return { rule: 'IG-15', column: 'pin' };
  for (const [index, column] of columns.entries()) {
    const text = texts[index]!.trim();
    if (column && text !== '' && !readCell(row, column, text, currency)) return { rule: 'IG-15', column };
  }
  return { row };
}

function readCell(row: GuardedRow, column: Column, text: string, currency: string): boolean {
  switch (column) {
    case 'code':
    case 'pin':
      return true;
    case 'face_value':
      row.face_value_cents = FACE_VALUE.test(text) ? (hundredthsOf(text, currency) ?? null) : null;
      return row.face_value_cents !== null && row.face_value_cents > 0;
    case 'currency':
      row.currency = text;
      return CURRENCY.test(text);
    case 'expires_on':
      row.expires_on = text;
      return isDate(text);
    case 'serial':
    case 'activation_ref':
      return REFERENCE.test(text);
  }
}

function textOf(columns: readonly (Column | null)[], texts: readonly string[], column: Column): string {
  return texts[columns.indexOf(column)] ?? '';
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
