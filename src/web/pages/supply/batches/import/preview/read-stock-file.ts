import { parse } from 'csv-parse/browser/esm/sync';
import { findDelimiter, isBlank, rowOptions } from '#contracts/supply/stock-file/find-delimiter.ts';
import { createTextDecoder } from '#contracts/supply/stock-file/text-decoder.ts';
import { isWorkbook, readWorkbook } from './read-workbook.ts';

/** A file of stock as the browser reads it: its own header, and the rows below it that aren't blank. */
export interface StockTable {
  header: string[];
  rows: string[][];
  /** A workbook's rows as a text file, which is sent in its place; null for a text file. */
  text: File | null;
}

/** Reads a chosen file as the server will; null for what isn't a table, which the server refuses with the reason. */
export async function readStockFile(file: File): Promise<StockTable | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const workbook = isWorkbook(bytes);
    const records = workbook ? await readWorkbook(bytes) : readText(bytes);
    const [header, ...rows] = records?.filter((cells) => !isBlank(cells)) ?? [];
    if (!records || !header) return null;
    return { header, rows, text: workbook ? textOf(records, header.length, file.name) : null };
  } catch {
    return null;
  }
}

function readText(bytes: Uint8Array): string[][] | null {
  const decoder = createTextDecoder();
  const text = decoder.push(bytes) + decoder.end();
  const found = findDelimiter(text);
  return found ? parse(text.slice(found.from), rowOptions(found.delimiter)) : null;
}

/**
 * The rows with the numbers that they have in the workbook, so that a refusal names the row that people see there, and with
 * the empty cells that a workbook leaves out at the end of a row.
 */
function textOf(records: string[][], columns: number, name: string): File {
  const lines = records.map((cells) => {
    const whole = cells.length
      ? Array.from({ ...cells, length: Math.max(columns, cells.length) }, (cell) => cell ?? '')
      : [];
    return whole.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  });
  return new File([lines.join('\r\n')], name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' });
}
