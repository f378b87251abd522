import type { StockImport } from '#contracts/supply/imports.ts';
import type { StockTable } from '../preview/stock-table.ts';
import { writeStockFile } from '../preview/write-stock-file.ts';

/** A chosen file while its page is open. It is nowhere else: the server keeps nothing of a refused row. */
export interface HeldFile {
  table: StockTable;
  file: File;
  /** Of the file, in hex: which import it belongs to. */
  sha256: string;
  date_order: string;
}

export async function holdFile(table: StockTable, file: File, date_order = ''): Promise<HeldFile> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return { table, file, date_order, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** Corrected cells, by the number of the row and the place in it. */
export type Corrections = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** The file with its corrected rows; where the others are cards already, the corrected ones alone. */
export function mendFile({ table, file, date_order }: HeldFile, corrections: Corrections, alone: boolean) {
  const mended = table.rows.flatMap((cells, at): { number: number; cells: string[] }[] => {
    const number = table.numbers[at]!;
    const changed = corrections.get(number);
    if (!changed) return alone ? [] : [{ number, cells }];
    // A row with too many cells ends where the header does, once somebody has read it.
    const length = table.header.length;
    return [{ number, cells: Array.from({ length }, (_, place) => changed.get(place) ?? cells[place] ?? '') }];
  });
  const { header, header_number } = table;
  const rows = mended.map(({ cells }) => cells);
  const whole = { header, header_number, rows, numbers: mended.map(({ number }) => number) };
  return holdFile(whole, writeStockFile(whole, file.name), date_order);
}

/** A mended file as the page's form sends a chosen one; the check that it replaces is dropped. */
export function formOf({ file, date_order }: HeldFile, stock: StockImport): FormData {
  const form = new FormData();
  form.set('file', file);
  for (const column of stock.columns ?? []) form.append('columns', column ?? '');
  if (date_order) form.set('date_order', date_order);
  if (stock.state === 'checked') form.set('replaces', stock.id);
  return form;
}
