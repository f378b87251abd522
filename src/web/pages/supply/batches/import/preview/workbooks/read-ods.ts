import { fillMerged, type Merged } from './fill-merged.ts';
import { all, attribute, parseXml } from './parse-xml.ts';
import { MAX_COLUMNS, MAX_ROWS } from './sheet-limits.ts';

/** The rows of the first sheet of an ODS workbook; null if it has none. */
export function readOds(content: string): string[][] | null {
  const table = all(parseXml(content), 'table')[0];
  if (!table) return null;
  const rows: string[][] = [];
  const merged: Merged[] = [];
  for (const row of all(table, 'table-row')) {
    const cells: string[] = [];
    for (const cell of row.children) {
      const again = Number(attribute(cell, 'number-columns-repeated') ?? 1);
      const [below, beside] = ['number-rows-spanned', 'number-columns-spanned'].map(
        (name) => Number(attribute(cell, name) ?? 1) - 1,
      );
      if (below || beside)
        merged.push({ rows: [rows.length, rows.length + below!], columns: [cells.length, cells.length + beside!] });
      for (let at = 0; at < again && cells.length < MAX_COLUMNS; at++) cells.push(textOf(cell));
    }
    while (cells.at(-1) === '') cells.pop();
    const again = Number(attribute(row, 'number-rows-repeated') ?? 1);
    if (cells.length && rows.length + again > MAX_ROWS) throw new Error('A sheet with too many rows');
    for (let at = 0; at < again && rows.length < MAX_ROWS; at++) rows.push([...cells]);
  }
  fillMerged(rows, merged);
  return rows;
}

/** A cell's own value: what it shows depends on its format. */
function textOf(cell: Element): string {
  const day = attribute(cell, 'date-value');
  if (day !== null) return day.slice(0, 10);
  const type = attribute(cell, 'value-type');
  if (type === 'float') return attribute(cell, 'value') ?? '';
  // Of another currency than the programme's is not its amount.
  if (type === 'currency') return `${attribute(cell, 'value') ?? ''} ${attribute(cell, 'currency') ?? ''}`.trim();
  // A comment on the cell has paragraphs of its own.
  return all(cell, 'p')
    .filter(({ parentElement }) => parentElement === cell)
    .map(({ textContent }) => textContent)
    .join('\n');
}
