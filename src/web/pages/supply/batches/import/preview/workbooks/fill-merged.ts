import { MAX_COLUMNS, MAX_ROWS } from './sheet-limits.ts';

/** Cells that a sheet shows as one; rows and columns count from 0, the last ones included. */
export interface Merged {
  rows: [number, number];
  columns: [number, number];
}

/** Gives every row of merged cells what they show: only the first one holds it, and a day left out would be no day at all. */
export function fillMerged(rows: string[][], merged: readonly Merged[]): void {
  let filled = 0;
  for (const { rows: span, columns } of merged) {
    const [firstRow, lastRow] = [span[0], Math.min(span[1], rows.length - 1)];
    const [first, last] = [columns[0], Math.min(columns[1], MAX_COLUMNS - 1)];
    const shown = rows[firstRow]?.[first] ?? '';
    if (shown === '' || last < first) continue;
    filled += (lastRow - firstRow + 1) * (last - first + 1);
    if (filled > MAX_ROWS * MAX_COLUMNS) throw new Error('A sheet with too many merged cells');
    for (const cells of rows.slice(firstRow, lastRow + 1).filter(({ length }) => length > 0)) {
      while (cells.length <= last) cells.push('');
      for (let at = first; at <= last; at++) cells[at] ||= shown;
      while (cells.at(-1) === '') cells.pop();
    }
  }
}
