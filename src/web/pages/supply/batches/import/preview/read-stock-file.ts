import { parse } from 'csv-parse/browser/esm/sync';
import { findDelimiter, isBlank, rowOptions } from '#contracts/supply/stock-file/find-delimiter.ts';
import { createTextDecoder } from '#contracts/supply/stock-file/text-decoder.ts';
import { isWorkbook, readWorkbook } from './read-workbook.ts';
import type { StockTable } from './stock-table.ts';
import { writeStockFile } from './write-stock-file.ts';

export interface ReadFile extends StockTable {
  /** A workbook's rows as a text file, which is sent in its place; null for a text file. */
  text: File | null;
}

interface Numbered {
  number: number;
  cells: string[];
}

/** Reads a chosen file as the server will; null for what isn't a table, which the server refuses with the reason. */
export async function readStockFile(file: File): Promise<ReadFile | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const workbook = isWorkbook(bytes);
    const records = workbook ? numbered(await readWorkbook(bytes)) : readText(bytes);
    const [header, ...rows] = records?.filter(({ cells }) => !isBlank(cells)) ?? [];
    if (!header) return null;
    const table = {
      header: header.cells,
      header_number: header.number,
      rows: rows.map(({ cells }) => cells),
      numbers: rows.map(({ number }) => number),
    };
    return { ...table, text: workbook ? writeStockFile(table, file.name) : null };
  } catch {
    return null;
  }
}

const numbered = (rows: string[][] | null): Numbered[] | undefined =>
  rows?.map((cells, at) => ({ number: at + 1, cells }));

function readText(bytes: Uint8Array): Numbered[] | undefined {
  const decoder = createTextDecoder();
  const text = decoder.push(bytes) + decoder.end();
  const found = findDelimiter(text);
  if (!found) return undefined;
  const records: { record: string[]; info: { records: number; empty_lines: number } }[] = parse(
    text.slice(found.from),
    { ...rowOptions(found.delimiter), info: true },
  ) as never;
  return records.map(({ record, info }) => ({ number: info.records + info.empty_lines, cells: record }));
}
