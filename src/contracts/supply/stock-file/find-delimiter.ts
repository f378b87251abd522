export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SEP_LINE = /^\uFEFF?"?sep=(.)"?[ \t,;]*(?:\r\n|\n|\r|$)/i;
// With the quotation mark that opens its first name: what stands between two of them separates nothing.
const FIRST_LINE = /"?[^\s,;"\uFEFF][^\r\n]*/;

/** Whether enough of a file was read to find its delimiter: its first line with something in it. */
export function holdsHeader(head: string): boolean {
  const begin = head.search(/[^\s,;"\uFEFF]/);
  return begin >= 0 && /\n|\r[\s\S]/.test(head.slice(begin));
}

/**
 * The delimiter that a file declares in a `sep=` line, or the one that its header uses most; `from` is where its rows begin.
 * undefined for a declared one that isn't ours.
 */
export function findDelimiter(head: string): { delimiter: Delimiter; from: number } | undefined {
  const declared = SEP_LINE.exec(head);
  if (declared) {
    const delimiter = DELIMITERS.find((each) => each === declared[1]);
    return delimiter && { delimiter, from: declared[0].length };
  }
  const plain = (FIRST_LINE.exec(head)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((each) => plain.split(each).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))]!, from: 0 };
}

/** How csv-parse reads a file of stock, in the browser as on the server: a quotation mark inside a value belongs to it. */
export const rowOptions = (delimiter: Delimiter) => ({
  delimiter,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 30_000,
});

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
