import { parse } from 'csv-parse/sync';
import { STATEMENT_LIMIT_ENTRIES, type StatementLayout } from '#contracts/supply/bank-statements.ts';
import { isCurrency, oneLine, readAmount, readDay } from './cells.ts';
import { type FileEntry, NAME_CHARS, type StatementFile, TEXT_CHARS, UnreadableError } from './statement-file.ts';

const DELIMITERS = [';', ',', '\t'];
/** Banks write some lines about the account above the names of the columns. */
const PREAMBLE_ROWS = 40;
const RECORD_CHARS = 20_000;

type Names = Extract<keyof StatementLayout, `${string}_column`>;

/** The entries of a bank's CSV file, by what somebody said of its columns. Throws an UnreadableError. */
export function readCsv(text: string, layout: StatementLayout): StatementFile {
  const rows = rowsOf(text);
  const names = namesOf(layout);
  const head = rows.slice(0, PREAMBLE_ROWS).findIndex((row) => names.every(([, name]) => row.includes(name)));
  if (head < 0) throw new UnreadableError('columns');
  const at = new Map(names.map(([key, name]) => [key, rows[head]!.indexOf(name)]));
  const cell = (row: readonly string[], key: Names) => row[at.get(key) ?? -1] ?? '';
  const entries = rows.slice(head + 1).flatMap((row, index): FileEntry[] => {
    const place = head + index + 2;
    // Lines below the entries, such as a balance, have no amount in its column.
    if (cell(row, 'amount_column').trim() === '') return [];
    const currency = layout.currency_column ? cell(row, 'currency_column').trim() : layout.currency;
    const amount = readAmount(cell(row, 'amount_column'), layout.decimal_mark, currency);
    if (amount === undefined) throw new UnreadableError('amount', place);
    const booked_on = readDay(cell(row, 'day_column'), layout.day_format);
    if (booked_on === undefined) throw new UnreadableError('day', place);
    if (!isCurrency(currency)) throw new UnreadableError('currency', place);
    if (amount === 0n) return [];
    const iban = cell(row, 'iban_column').replaceAll(' ', '').toUpperCase();
    const bank_reference = cell(row, 'reference_column').trim();
    return [
      {
        account: layout.account.replaceAll(' ', '').toUpperCase(),
        bank_reference: bank_reference || null,
        direction: amount < 0n ? 'debit' : 'credit',
        booked_on,
        currency,
        units: String(amount < 0n ? -amount : amount),
        name: oneLine([cell(row, 'name_column')], NAME_CHARS),
        text: oneLine([bank_reference, cell(row, 'text_column')], TEXT_CHARS),
        iban: iban || null,
      },
    ];
  });
  return { format: 'csv', entries };
}

/** Days and amounts have to be there; the others may. */
function namesOf(layout: StatementLayout): [Names, string][] {
  const keys: Names[] = [
    'day_column',
    'amount_column',
    'currency_column',
    'name_column',
    'text_column',
    'reference_column',
    'iban_column',
  ];
  if (!layout.day_column || !layout.amount_column) throw new UnreadableError('columns');
  return keys.flatMap((key): [Names, string][] => (layout[key] ? [[key, layout[key]]] : []));
}

/** Split at whichever delimiter makes the most of the lines. */
function rowsOf(text: string): string[][] {
  const split = DELIMITERS.map((delimiter) => rowsBy(text, delimiter));
  return split.reduce((widest, rows) => (widthOf(rows) > widthOf(widest) ? rows : widest));
}

const widthOf = (rows: readonly string[][]) => rows.reduce((cells, row) => cells + row.length, 0);

function rowsBy(text: string, delimiter: string): string[][] {
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: delimiter !== ',',
      trim: true,
      max_record_size: RECORD_CHARS,
      to: STATEMENT_LIMIT_ENTRIES + PREAMBLE_ROWS + 1,
    });
    if (rows.length > STATEMENT_LIMIT_ENTRIES + PREAMBLE_ROWS) throw new UnreadableError('too_many');
    return rows;
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    return [];
  }
}
