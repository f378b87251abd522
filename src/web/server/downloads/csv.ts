import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { downloadParts } from './download-parts.ts';

/** A response that the browser saves under this name instead of displaying it. */
export const csvFile = (name: string, rows: readonly (readonly CsvCell[])[]): Response =>
  new Response(toCsv(rows), { headers: headersOf(name) });

/** The same for a file that is too long to be held as a whole. */
export function csvStream(name: string, parts: AsyncGenerator<readonly (readonly CsvCell[])[]>): Response {
  async function* lines() {
    for await (const rows of parts) yield toCsv(rows);
  }
  return csvDownload(name, lines());
}

/** A file whose lines are written already, such as a download of the API. */
export const csvDownload = (name: string, lines: unknown, charset?: string): Response =>
  new Response(downloadParts(lines), { headers: headersOf(name, charset) });

const headersOf = (name: string, charset = 'utf-8') => ({
  'content-type': `text/csv; charset=${charset}`,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});
