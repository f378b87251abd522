import { type AccountNumber, type Chart, daysOfMonth } from '#contracts/office/periods.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';
import type { Posting } from './read-postings.ts';

type Cell = string | number | undefined;

/** A text stands in quotes, a number bare: DATEV tells them apart by that. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const lineOf = (cells: readonly Cell[]) => `${cells.map((cell) => cell ?? '').join(';')}\r\n`;
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

interface Batch {
  month: string;
  chart: NonNullable<Chart['chart']>;
  now: Date;
}

/** The first line: what kind of file it is, whose books it is for, and which month. */
export function datevHeader({ month, chart, now }: Batch): string {
  const { from, to } = daysOfMonth(month);
  const began = Number(month.slice(5)) >= chart.year_begins ? 0 : 1;
  const year = `${Number(month.slice(0, 4)) - began}${String(chart.year_begins).padStart(2, '0')}01`;
  const kind = [quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13];
  const made = [digitsOf(now.toISOString()), undefined, quoted('RE'), quoted(''), quoted('')];
  const books = [chart.consultant, chart.client, year, lengthOf(chart.accounts)];
  const batch = [digitsOf(from), digitsOf(to), quoted(`Facevalue ${month}`), quoted('')];
  // A batch of financial accounting for all purposes, not locked: the adviser does that after a look.
  const use = [1, 0, 0, quoted('USD')];
  const rest = [undefined, quoted(''), undefined, undefined, quoted(''), undefined, undefined, quoted(''), quoted('')];
  return lineOf([...kind, ...made, ...books, ...batch, ...use, ...rest]);
}

export const datevColumns = (): string => lineOf(DATEV_COLUMNS);

/** Numbers of persons are longer by one digit than the others, so the shortest says how long those are. */
const lengthOf = (accounts: readonly AccountNumber[]) => Math.min(...accounts.map(({ number }) => number.length));

/** A posting: what it debits stands in the account, what it credits in the other. A tax key is that of whichever has one. */
export function datevLine(posting: Posting, { chart, text }: { chart: Batch['chart']; text: string }): string {
  const account = (kind: string) => chart.accounts.find((one) => one.kind === kind)!;
  const [debit, credit] = [account(posting.debit_kind), account(posting.credit_kind)];
  const tax_key = credit.tax_key ?? debit.tax_key;
  const said: Record<string, Cell> = {
    'Umsatz (ohne Soll/Haben-Kz)': (posting.cents / 100).toFixed(2).replace('.', ','),
    'Soll/Haben-Kennzeichen': quoted('S'),
    'WKZ Umsatz': quoted('USD'),
    Konto: debit.number,
    'Gegenkonto (ohne BU-Schlüssel)': credit.number,
    'BU-Schlüssel': tax_key ? quoted(tax_key) : undefined,
    Belegdatum: posting.day.slice(8) + posting.day.slice(5, 7),
    'Belegfeld 1': quoted(String(posting.one?.id ?? posting.day)),
    Buchungstext: quoted(text.slice(0, 60)),
    Festschreibung: 0,
  };
  return lineOf(DATEV_COLUMNS.map((column) => said[column]));
}
