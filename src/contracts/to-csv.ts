import { plainHundredths } from '#i18n/currency-decimals.ts';

export type CsvCell = string | number | CsvAmount;

/** An amount with the decimals of its currency, always: a column of 4.8 and 5.00 looks like two kinds of numbers. */
export interface CsvAmount {
  cents: number;
  /** Of a dollar without one. */
  currency?: string;
}

/**
 * Where a formula may begin: at the start of a cell, and after each `;`, tab and line break, at which a spreadsheet of another
 * language divides cells too. Full-width signs count: some read them as the plain ones.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n|%])/g;

/** A CSV file for spreadsheets: text that would run as a formula is prefixed with an apostrophe. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Text in which a spreadsheet finds no formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "$1'");

function cellOf(cell: CsvCell): string {
  // Numbers we generate are never formulas, even when negative.
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return plainHundredths(cell.cents, cell.currency);
  const safe = withoutFormulas(cell);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
