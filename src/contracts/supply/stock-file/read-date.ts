/** Which comes first in a date with slashes. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A day as `2032-12-31`; or why it can't be read without doubt. */
export type ReadDate = { day: string; dotted: boolean } | { hint: 'date_order' | 'date_serial' };

const PARTS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
// Days since 1900 or 1904: from 2000 to 2100, nearly.
const SERIAL = /^[3-7]\d{4}(?:[.,]0+)?$/;

/**
 * A date as people and spreadsheets write it: `31.12.2032`, `31/12/32`, `2032/12/31`, `2032-12-31 00:00:00`; undefined if it
 * isn't one. Dots put the day first. With slashes and dashes, `order` decides, or else a number over 12; a date that both
 * orders allow is named instead of read, as is the number of a day, which two calendars of spreadsheets count differently.
 */
export function readDate(text: string, order: DateOrder | null): ReadDate | undefined {
  const trimmed = text.trim();
  if (SERIAL.test(trimmed)) return { hint: 'date_serial' };
  const [, first = '', mark, second = '', third = ''] = PARTS.exec(trimmed) ?? [];
  if (first === '') return undefined;
  if (first.length === 4) return third.length <= 2 ? dayOf(first, second, third, false) : undefined;
  if (first.length > 2 || (third.length !== 4 && third.length !== 2)) return undefined;
  const year = third.length === 2 ? `20${third}` : third;
  if (mark === '.') return dayOf(year, second, first, true);
  const [dayFirst, monthFirst] = [Number(second) <= 12, Number(first) <= 12];
  if (order === 'dmy' || (order === null && dayFirst && !monthFirst)) return dayOf(year, second, first, false);
  if (order === 'mdy' || (order === null && monthFirst && !dayFirst)) return dayOf(year, first, second, false);
  if (!dayFirst) return undefined;
  return first === second ? dayOf(year, first, second, false) : { hint: 'date_order' };
}

const dayOf = (year: string, month: string, day: string, dotted: boolean): ReadDate => ({
  day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  dotted,
});
