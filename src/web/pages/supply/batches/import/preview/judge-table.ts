import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import { readAmount } from '#contracts/supply/stock-file/read-amount.ts';
import { type DateOrder, readDate } from '#contracts/supply/stock-file/read-date.ts';
import { hundredthsOf } from '#i18n/currency-decimals.ts';
import type { StockTable } from './stock-table.ts';

/** What a programme allows, in hundredths of its currency. */
export interface Allowed {
  currency: string;
  face_values_cents: readonly number[];
  face_range: { min_cents: number; max_cents: number } | null;
}

/** A face value that the programme doesn't have, and how many rows have it. */
export interface OtherFace {
  cents: number;
  rows: number;
}

/** The face values of a column that the programme doesn't have, those of most rows first. */
export function otherFaces({ rows }: StockTable, place: number, allowed: Allowed): OtherFace[] {
  const counts = new Map<number, number>();
  for (const cells of rows) {
    const read = readAmount(cells[place] ?? '', allowed.currency);
    const cents = read && 'plain' in read ? hundredthsOf(read.plain, allowed.currency) : undefined;
    if (cents !== undefined && !isOffered(cents, allowed)) counts.set(cents, (counts.get(cents) ?? 0) + 1);
  }
  return [...counts].map(([cents, count]) => ({ cents, rows: count })).sort((a, b) => b.rows - a.rows);
}

const isOffered = (cents: number, { face_values_cents, face_range }: Allowed) =>
  face_values_cents.includes(cents) ||
  (face_range !== null && cents >= face_range.min_cents && cents <= face_range.max_cents);

/** How many dates of a column could mean two days, and which order the others have, if they agree. */
export function dateOrderOf({ rows }: StockTable, place: number): { doubtful: number; order: DateOrder | null } {
  const fits = { dmy: true, mdy: true };
  let doubtful = 0;
  for (const cells of rows) {
    const text = cells[place] ?? '';
    const read = readDate(text, null);
    if (read && 'hint' in read && read.hint === 'date_order') doubtful++;
    const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-]/.exec(text);
    if (parts && Number(parts[1]) > 12) fits.mdy = false;
    if (parts && Number(parts[2]) > 12) fits.dmy = false;
  }
  return { doubtful, order: fits.dmy === fits.mdy ? null : fits.dmy ? 'dmy' : 'mdy' };
}

const SHOWN_SAMPLES = 3;
const PLAIN = ['face_value', 'currency', 'expires_on'];

/** The first values of a column, masked unless it holds amounts, currencies or days: whoever looks over a shoulder reads no code. */
export function samplesOf({ rows }: StockTable, place: number, column: string): string[] {
  const values = rows.slice(0, SHOWN_SAMPLES).map((cells) => (cells[place] ?? '').trim().slice(0, 24));
  return PLAIN.includes(column) ? values : values.map(masked);
}

/** Names of columns as they are shown. Of a file without names the first row is a card, whose values are masked as samples are. */
export function shownNames(header: readonly string[]): string[] {
  const isNamed = header.some((name) => guessColumn(name) !== undefined);
  return header.map((name) =>
    isNamed || !COULD_BE_A_CODE.test(name) ? name.trim() : masked(name.trim().slice(0, 24)),
  );
}

const COULD_BE_A_CODE = /\p{N}|^[\p{Lu}\P{L}]{6,}$/u;

const masked = (value: string) => value.replace(/[\p{L}\p{N}]/gu, (letter, at: number) => (at === 0 ? letter : '•'));
