import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Rule } from './scan/rule.ts';

export const FILE_LIMITS = { bytes: 15_000_000, rows: 200_000, cell_chars: 1000, columns: 30 } as const;

/**
 * Thrown while reading a file that must not be imported. Rows are numbered from 1, the header being row 1; 0 means the
 * whole file.
 */
export class FileRefused extends Error {
  override name = 'FileRefused';
  readonly rule: Rule;
  readonly row: number;
  /** The name of a known column or a column's number: never the file's own text. */
  readonly column: string | null;
  constructor(rule: Rule, row: number, column: string | null = null) {
    super(`The file was refused by ${rule} at row ${row}`);
    this.rule = rule;
    this.row = row;
    this.column = column;
  }
}

const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export type RowReader = {
  /** The rows with their numbers, header first. Throws FileRefused (IG-18). */
  rows: AsyncIterable<{ number: number; cells: string[] }>;
  /** What separates the cells: known once the header was read. */
  delimiter: () => Delimiter;
  /** Bytes read so far. */
  size: () => number;
  /** SHA-256 of all bytes; reads the rest of the file without storing it. */
  sha256: () => Promise<Buffer>;
};

/** Reads CSV bytes as a stream of rows in constant memory (IG-18). */
export function readRows(bytes: AsyncIterable<Uint8Array>): RowReader {
  const source = bytes[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let digest: Buffer | undefined;
  let size = 0;
  let delimiter: Delimiter = ',';

  async function pull(): Promise<Uint8Array | undefined> {
    const { value, done } = await source.next();
    if (done) return undefined;
    hash.update(value);
    size += value.length;
    return value;
  }

  return {
    rows: rowsOf(pull, (found) => {
      delimiter = found;
    }),
    delimiter: () => delimiter,
    size: () => size,
    async sha256() {
      if (digest) return digest;
      while (await pull());
      digest = hash.digest();
      return digest;
    },
  };
}

async function* rowsOf(pull: () => Promise<Uint8Array | undefined>, onDelimiter: (found: Delimiter) => void) {
  const text = textOf(pull);
  const { delimiter, rest } = await findDelimiter(text);
  onDelimiter(delimiter);
  const parser = parse({
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: FILE_LIMITS.cell_chars * FILE_LIMITS.columns,
  });
  pipeline(Readable.from(joined(rest, text)), parser, () => {});
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++;
      const tooWide = cells.length > FILE_LIMITS.columns || cells.some((cell) => cell.length > FILE_LIMITS.cell_chars);
      // The header counts as a row of the file, but not as a card.
      if (tooWide || number > FILE_LIMITS.rows + 1) throw new FileRefused('IG-18', number);
      yield { number, cells };
    }
  } catch (error) {
    // The parser's own errors quote the file, so they are replaced.
    throw error instanceof CsvError ? new FileRefused('IG-18', number + 1) : error;
  }
}

async function* joined(first: string, others: AsyncIterable<string>) {
  if (first !== '') yield first;
  yield* others;
}

const SEP_LINE = /^\uFEFF?"?sep=(.)"?[ \t,;]*$/i;

/** The delimiter that the file declares in a `sep=` line, which is dropped, or the one its header uses most. */
async function findDelimiter(text: AsyncIterator<string>): Promise<{ delimiter: Delimiter; rest: string }> {
  let head = '';
  while (!/[\r\n]/.test(head) && head.length <= FILE_LIMITS.cell_chars * FILE_LIMITS.columns) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  const line = /^[^\r\n]*/.exec(head)![0];
  const declared = SEP_LINE.exec(line)?.[1];
  if (declared !== undefined) {
    const known = DELIMITERS.find((each) => each === declared);
    if (!known) throw new FileRefused('IG-18', 0);
    return { delimiter: known, rest: head.slice(line.length) };
  }
  const plain = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((each) => plain.split(each).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))]!, rest: head };
}

async function* textOf(pull: () => Promise<Uint8Array | undefined>) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  for (let chunk = await pull(); chunk; chunk = await pull()) {
    if (size === 0 && hasSignature(chunk)) throw new FileRefused('IG-18', 0);
    size += chunk.length;
    if (size > FILE_LIMITS.bytes || chunk.includes(0)) throw new FileRefused('IG-18', 0);
    yield decode(() => decoder.decode(chunk, { stream: true }));
  }
  const rest = decode(() => decoder.decode());
  if (rest !== '') yield rest;
}

function decode(text: () => string): string {
  try {
    return text();
  } catch {
    throw new FileRefused('IG-18', 0);
  }
}

function hasSignature(chunk: Uint8Array): boolean {
  return SIGNATURES.some((signature) => signature.every((byte, at) => chunk[at] === byte));
}
