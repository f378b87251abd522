import { all, attribute, parseXml } from './parse-xml.ts';

/** Spreadsheets fill a sheet's edge with repetitions of nothing. */
const MAX_COLUMNS = 31;
const MAX_ROWS = 200_100;

/** The rows of the first sheet of an ODS workbook; null if it has none. */
export function readOds(content: string): string[][] | null {
  const table = all(parseXml(content), 'table')[0];
  if (!table) return null;
  const rows: string[][] = [];
  for (const row of all(table, 'table-row')) {
    const cells: string[] = [];
    for (const cell of row.children) {
      const again = Number(attribute(cell, 'number-columns-repeated') ?? 1);
      for (let at = 0; at < again && cells.length < MAX_COLUMNS; at++) cells.push(textOf(cell));
    }
    while (cells.at(-1) === '') cells.pop();
    const again = Number(attribute(row, 'number-rows-repeated') ?? 1);
    for (let at = 0; at < again && rows.length < MAX_ROWS; at++) rows.push(cells);
  }
  return rows;
}

/** A cell's own value: what it shows depends on its format. */
function textOf(cell: Element): string {
  const day = attribute(cell, 'date-value');
  if (day !== null) return day.slice(0, 10);
  const type = attribute(cell, 'value-type');
  if (type === 'float' || type === 'currency') return attribute(cell, 'value') ?? '';
  return all(cell, 'p')
    .map(({ textContent }) => textContent)
    .join('\n');
}
