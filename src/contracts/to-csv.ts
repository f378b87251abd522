export type CsvCell = string | number;

/** A CSV file for spreadsheets: text that would run as a formula is prefixed with an apostrophe. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(cell: CsvCell): string {
  // Numbers we generate are never formulas, even when negative.
  if (typeof cell === 'number') return String(cell);
  // Full-width signs too: some spreadsheets read them as the plain ones.
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
