import type { StockTable } from './stock-table.ts';

/**
 * A table as the text file that is sent. Rows have the numbers that they had where they were read, so that a refusal names the row
 * that people see there, and the empty cells that a workbook leaves out at the end of a row.
 */
export function writeStockFile({ header, header_number, rows, numbers }: StockTable, name: string): File {
  const lines: string[] = [];
  const put = (number: number, cells: readonly string[]) => {
    while (lines.length < number - 1) lines.push('');
    const whole = Array.from({ length: Math.max(header.length, cells.length) }, (_, place) => cells[place] ?? '');
    lines.push(whole.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  };
  put(header_number, header);
  for (const [at, cells] of rows.entries()) put(numbers[at]!, cells);
  return new File([lines.join('\r\n')], name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' });
}
