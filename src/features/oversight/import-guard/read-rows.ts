import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { FileHint } from '#contracts/supply/imports.ts';
import {
  type Delimiter,
  findDelimiter,
  holdsHeader,
  isBlank,
  rowOptions,
} from '#contracts/supply/stock-file/find-delimiter.ts';
import { createTextDecoder, type Encoding, NotText } from '#contracts/supply/stock-file/text-decoder.ts';
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
  /** What the supplier most likely did, and so what to do about it. */
  readonly hint: FileHint | null;
  constructor(rule: Rule, row: number, column: string | null = null, hint: FileHint | null = null) {
    super(`The file was refused by ${rule} at row ${row}`);
    this.rule = rule;
    this.row = row;
    this.column = column;
    this.hint = hint;
  }
}

// XLSX and ODS are ZIP files, XLS is an OLE one.
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const SIGNATURES = [
  [0x1f, 0x8b],
  [0x25, 0x50, 0x44, 0x46],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x28, 0xb5, 0x2f, 0xfd],
];

export type RowReader = {
  /** The rows with their numbers, header first. Throws FileRefused (IG-18). */
  rows: AsyncIterable<{ number: number; cells: string[] }>;
  /** What separates the cells: known once the header was read. */
  delimiter: () => Delimiter;
  /** How its letters are written: known once the first one beyond ASCII was read. */
  encoding: () => Encoding;
  /** Bytes read so far. */
  size: () => number;
  /** SHA-256 of all bytes; reads the rest of the file without storing it. */
  sha256: () => Promise<Buffer>;
};

/** Reads CSV bytes as a stream of rows in constant memory (IG-18). Blank rows count for the numbers and are left out. */
export function readRows(bytes: AsyncIterable<Uint8Array>): RowReader {
  const source = bytes[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  const decoder = createTextDecoder();
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
    rows: rowsOf(textOf(pull, decoder), (found) => {
      delimiter = found;
    }),
    delimiter: () => delimiter,
    encoding: decoder.encoding,
    size: () => size,
    async sha256() {
      if (digest) return digest;
      while (await pull());
      digest = hash.digest();
      return digest;
    },
  };
}

async function* rowsOf(text: AsyncGenerator<string>, onDelimiter: (found: Delimiter) => void) {
  const { delimiter, rest } = await readHead(text);
  onDelimiter(delimiter);
  const parser = parse({ ...rowOptions(delimiter), info: true });
  pipeline(Readable.from(joined(rest, text)), parser, () => {});
  let records = 0;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Counted }>) {
      const number = info.records + info.empty_lines;
      records++;
      // The header counts as a row of the file, but not as a card.
      if (cells.length > FILE_LIMITS.columns || records > FILE_LIMITS.rows + 1) throw new FileRefused('IG-18', number);
      if (cells.some((cell) => cell.length > FILE_LIMITS.cell_chars)) throw tooLong(cells, number);
      if (!isBlank(cells)) yield { number, cells };
    }
  } catch (error) {
    // The parser's own errors quote the file, so they are replaced. What it gave of earlier rows may not have come here.
    throw error instanceof CsvError ? new FileRefused('IG-18', rowOf(error), null, hintOf(error)) : error;
  }
}

/** What the parser counted up to a record: empty lines are rows that it leaves out. */
interface Counted {
  records: number;
  empty_lines: number;
}

const rowOf = (error: CsvError): number => Number(error.records) + Number(error.empty_lines) + 1;

/** A row that grows too long without a line break has a long value; one with them, a quotation mark that doesn't close. */
const hintOf = (error: CsvError): FileHint =>
  error.code === 'CSV_MAX_RECORD_SIZE' && Number(error.lines) <= rowOf(error) ? 'long_value' : 'quote';

/** A quotation mark that opens and doesn't close takes in the rows below. */
function tooLong(cells: string[], number: number): FileRefused {
  const broken = cells.some((cell) => cell.length > FILE_LIMITS.cell_chars && /[\r\n]/.test(cell));
  return new FileRefused('IG-18', number, null, broken ? 'quote' : 'long_value');
}

async function* joined(first: string, others: AsyncIterable<string>) {
  if (first !== '') yield first;
  yield* others;
}

/** The delimiter, and what was read of the rows to find it. */
async function readHead(text: AsyncIterator<string>): Promise<{ delimiter: Delimiter; rest: string }> {
  let head = '';
  while (!holdsHeader(head) && head.length <= FILE_LIMITS.cell_chars * FILE_LIMITS.columns) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  const found = findDelimiter(head);
  if (!found) throw new FileRefused('IG-18', 0);
  return { delimiter: found.delimiter, rest: head.slice(found.from) };
}

async function* textOf(
  pull: () => Promise<Uint8Array | undefined>,
  decoder: ReturnType<typeof createTextDecoder>,
): AsyncGenerator<string> {
  let size = 0;
  try {
    for (let chunk = await pull(); chunk; chunk = await pull()) {
      if (size === 0) refuseSignature(chunk);
      size += chunk.length;
      if (size > FILE_LIMITS.bytes) throw new FileRefused('IG-18', 0);
      const text = decoder.push(chunk);
      if (text !== '') yield text;
    }
    const rest = decoder.end();
    if (rest !== '') yield rest;
  } catch (error) {
    throw error instanceof NotText ? new FileRefused('IG-18', 0) : error;
  }
}

function refuseSignature(chunk: Uint8Array): void {
  const begins = (signature: number[]) => signature.every((byte, at) => chunk[at] === byte);
  if (WORKBOOKS.some(begins)) throw new FileRefused('IG-18', 0, null, 'workbook');
  if (SIGNATURES.some(begins)) throw new FileRefused('IG-18', 0);
}
