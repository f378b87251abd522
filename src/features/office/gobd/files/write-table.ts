import { withoutFormulas } from '#contracts/to-csv.ts';
import type { Cell, ColumnKind, Table } from '../tables/table.ts';

/** The lines of a table, below a line with its columns' names: semicolons, decimal commas, days as 31.12.2026. */
export async function* writeTable(
  { key, columns }: Table,
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncIterable<string> {
  const all = [...key, ...columns];
  yield lineOf(all.map(({ name }) => quoted(name)));
  for await (const rows of parts)
    yield rows.map((row) => lineOf(row.map((cell, place) => written(all[place]!.kind, cell)))).join('');
}

const lineOf = (cells: readonly string[]) => `${cells.join(';')}\r\n`;

function written(kind: ColumnKind, cell: Cell): string {
  if (cell === null) return '';
  if (kind === 'hundredths') return (Number(cell) / 100).toFixed(2).replace('.', ',');
  if (kind === 'day') return String(cell).split('-').toReversed().join('.');
  return kind === 'whole' ? String(cell) : quoted(withoutFormulas(String(cell)));
}

/** The standard knows no way to write a quote or a line break within a text. */
const quoted = (text: string) => `"${text.replaceAll('"', "'").replaceAll(/[\r\n]+/g, ' ')}"`;
