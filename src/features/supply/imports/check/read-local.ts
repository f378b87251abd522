import { fitCode, fitPin } from '#contracts/supply/codes/fit-code.ts';
import { fitsCode, fitsPin } from '#contracts/supply/codes/fits-code.ts';
import type { RowHint } from '#contracts/supply/imports.ts';
import { readAmount } from '#contracts/supply/stock-file/read-amount.ts';
import { type DateOrder, readDate } from '#contracts/supply/stock-file/read-date.ts';
import type { Column } from '../../../oversight/import-guard/check-header.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';

/** What of a file is written as in a country with decimal commas. */
export interface Local {
  decimal_comma: boolean;
  dotted_dates: boolean;
}

interface Terms {
  format: CodeFormat;
  currency: string;
  date_order: DateOrder | null;
}

interface LocalRow {
  cells: readonly string[];
  /** Why a value was left as it is. */
  hints: Partial<Record<Column, RowHint>>;
}

const PLAIN_AMOUNT = /^\d+(?:\.\d\d)?$/;
const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Writes amounts, dates, codes and PINs of a row in the one form that the guard reads, and notes what it saw. Only a code that
 * fits its mask afterwards is rewritten, so whatever else stands in a cell comes to the guard as it is.
 */
export function readLocal(columns: readonly (Column | null)[], { format, currency, date_order }: Terms) {
  const seen: Local = { decimal_comma: false, dotted_dates: false };
  const places = {
    code: columns.indexOf('code'),
    pin: columns.indexOf('pin'),
    face_value: columns.indexOf('face_value'),
    expires_on: columns.indexOf('expires_on'),
  };

  function amount(text: string): string | { hint: RowHint } | undefined {
    if (text === '' || PLAIN_AMOUNT.test(text)) return undefined;
    const read = readAmount(text, currency);
    if (!read || 'hint' in read) return read;
    if (read.comma) seen.decimal_comma = true;
    return read.plain;
  }

  function date(text: string): string | { hint: RowHint } | undefined {
    if (text === '' || PLAIN_DATE.test(text)) return undefined;
    const read = readDate(text, date_order);
    if (!read) return { hint: 'date_form' };
    if ('hint' in read) return read;
    if (read.dotted) seen.dotted_dates = true;
    return read.day;
  }

  function secret(text: string, fit: (text: string) => string, fits: (text: string) => boolean): string | undefined {
    if (fits(text)) return undefined;
    const fitted = fit(text);
    return fits(fitted) ? fitted : undefined;
  }

  const readers: Record<keyof typeof places, (text: string) => string | { hint: RowHint } | undefined> = {
    code: (text) =>
      secret(
        text,
        (code) => fitCode(format.code, code),
        (code) => fitsCode(format.code, code),
      ),
    pin: (text) =>
      secret(
        text,
        (pin) => fitPin(format.pin, pin),
        (pin) => fitsPin(format.pin, pin),
      ),
    face_value: amount,
    expires_on: date,
  };

  return {
    seen,
    row(cells: readonly string[]): LocalRow {
      let written: string[] | undefined;
      const hints: LocalRow['hints'] = {};
      for (const column of ['code', 'pin', 'face_value', 'expires_on'] as const) {
        const read = readers[column](cells[places[column]]?.trim() ?? '');
        if (read === undefined) continue;
        if (typeof read !== 'string') hints[column] = read.hint;
        else {
          written ??= [...cells];
          written[places[column]] = read;
        }
      }
      return { cells: written ?? cells, hints };
    },
  };
}
