type Cell = string | number;

/** A CSV file for spreadsheets: text that would run as a formula is prefixed with an apostrophe. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(cell: Cell): string {
  // Numbers we generate are never formulas, even when negative.
  if (typeof cell === 'number') return String(cell);
  // Full-width signs too: some spreadsheets read them as the plain ones.
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A response that the browser saves under this name instead of displaying it. */
export const csvFile = (name: string, rows: readonly (readonly Cell[])[]): Response =>
  new Response(toCsv(rows), { headers: headersOf(name) });

/** The same for a file that is too long to be held as a whole. */
export function csvStream(name: string, parts: AsyncGenerator<readonly (readonly Cell[])[]>): Response {
  const text = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(toCsv(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(text.pipeThrough(new TextEncoderStream()), { headers: headersOf(name) });
}

const headersOf = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});
