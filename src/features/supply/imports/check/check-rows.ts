import { scheduler } from 'node:timers/promises';
import { fitCode } from '#contracts/supply/codes/fit-code.ts';
import { fitsCode } from '#contracts/supply/codes/fits-code.ts';
import type { RowHint } from '#contracts/supply/imports.ts';
import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import type { DateOrder } from '#contracts/supply/stock-file/read-date.ts';
import {
  type Column,
  checkHeader,
  type MatchColumn,
  type Matched,
  matchColumns,
} from '../../../oversight/import-guard/check-header.ts';
import { codeDigest } from '../../../oversight/import-guard/code-digest.ts';
import type { Concentration } from '../../../oversight/import-guard/concentration.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import { normalise } from '../../../oversight/import-guard/numbers/normalise.ts';
import { FileRefused, type RowReader } from '../../../oversight/import-guard/read-rows.ts';
import { type GuardedRow, type Refusal, rowGuard } from '../../../oversight/import-guard/row-guard.ts';
import { refusesFile } from '../../../oversight/import-guard/scan/rule.ts';
import { countShapes, type Shapes } from '../../../oversight/import-guard/shapes/count-shapes.ts';
import type { QuarantineRule } from '../../batches/quarantines/quarantine-ids.ts';
import { applyStockRules, type StockTerms } from './apply-stock-rules.ts';
import { countSequence } from './count-sequence.ts';
import { type Local, readLocal } from './read-local.ts';
import { spreadsheetHint } from './spreadsheet-hint.ts';

/** Rows are numbered as in the file, the header being row 1. */
export type RefusedRow = Refusal & { row: number; hint: RowHint | null };

export interface CheckedRow {
  number: number;
  card: GuardedRow;
}

/** Rows that may be imported. */
export interface Chunk {
  /** The row before the first of them, for the rule that counts over all cards (IG-24). */
  before: Pick<GuardedRow, 'code' | 'pin'> | null;
  rows: CheckedRow[];
}

// A type alias, which the client's type for JSON accepts.
export type Quarantined = {
  rules: QuarantineRule[];
  cards: number;
};

export interface Findings {
  columns: (Matched | null)[];
  local: Local;
  row_count: number;
  clean_rows: number;
  quarantine: Quarantined[];
  refused_rows: number;
  /** The first refused rows; `refused_rows` counts all of them. */
  errors: RefusedRow[];
  /** IG-22 */
  sequential: boolean;
  /** What the codes look like that may be imported, for whoever approves them. */
  shapes: Shapes | null;
}

interface Rules {
  terms: StockTerms;
  format: CodeFormat;
  today: string;
  match: MatchColumn;
  date_order: DateOrder | null;
  statistics: Concentration;
  /** Which of these digests of codes stand in stock, or came earlier in the file. */
  findKnown: (digests: string[]) => Promise<boolean[]>;
  keep: (chunk: Chunk) => void;
  /** Called now and then with what was read so far. */
  onProgress: (row_count: number) => Promise<void>;
}

const CHUNK_ROWS = 1_000;
// About a millisecond of work between two looks at what else the process has to do.
const ROWS_AT_ONCE = 50;
export const REPORTED_ROWS = 10_000;

/** Judges a file's rows in one pass, without writing anything. `findings` holds what is known, even if the file is refused. */
export async function checkRows(reader: RowReader, rules: Rules, findings: Findings): Promise<void> {
  const sequence = countSequence(rules.format.code);
  const shapes = countShapes(rules.format);
  const quarantined = new Map<string, Quarantined>();
  let judge: ReturnType<typeof createJudge> | undefined;
  let before: Chunk['before'] = null;
  let rows: (CheckedRow & { quarantine: QuarantineRule[] })[] = [];

  const refuse = (row: number, refusal: Refusal, hint: RowHint | null = null) => {
    findings.refused_rows++;
    if (findings.errors.length < REPORTED_ROWS) findings.errors.push({ row, ...refusal, hint });
  };
  const flush = async () => {
    const known = await rules.findKnown(rows.map(({ card }) => codeDigest(card.code)));
    const accepted = rows.filter(({ number }, at) => {
      if (known[at]) refuse(number, { rule: 'IG-19', column: 'code' });
      return !known[at];
    });
    for (const [at, { number, card, quarantine }] of accepted.entries()) {
      if (at % ROWS_AT_ONCE === 0) await scheduler.yield();
      if (rules.statistics.add(card.code, card.pin)) throw new FileRefused('IG-24', number);
      shapes.add(card.code, card.pin);
      if (quarantine.length === 0) findings.clean_rows++;
      else count(quarantined, quarantine);
    }
    if (accepted.length > 0) rules.keep({ before, rows: accepted.map(({ number, card }) => ({ number, card })) });
    before = accepted.at(-1)?.card ?? before;
    rows = [];
    await rules.onProgress(findings.row_count);
  };

  for await (const { number, cells } of reader.rows) {
    if (!judge) {
      judge = createJudge(rules, { number, cells }, findings);
      continue;
    }
    findings.row_count++;
    if (findings.row_count % ROWS_AT_ONCE === 0) await scheduler.yield();
    const verdict = judge(cells);
    if ('rule' in verdict) {
      if (refusesFile(verdict.rule)) throw new FileRefused(verdict.rule, number, verdict.column);
      refuse(number, { rule: verdict.rule, column: verdict.column }, verdict.hint);
      continue;
    }
    sequence.add(verdict.card.code);
    rows.push({ number, ...verdict });
    if (rows.length === CHUNK_ROWS) await flush();
  }
  if (!judge) throw new FileRefused('IG-12', 0);
  await flush();
  findings.errors.sort((a, b) => a.row - b.row);
  findings.sequential = sequence.isSequence();
  findings.shapes = shapes.found();
  findings.quarantine = [...quarantined.values()];
  if (findings.sequential) quarantineAll(findings);
}

type Verdict = { card: GuardedRow; quarantine: QuarantineRule[] } | (Refusal & { hint: RowHint | null });

interface Header {
  number: number;
  cells: string[];
}

function createJudge(rules: Rules, header: Header, findings: Findings): (cells: string[]) => Verdict {
  findings.columns = matchColumns(header.cells, rules.match);
  const checked = checkHeader(header.cells, rules.match);
  if ('rule' in checked) {
    const column = checked.column > 0 ? String(checked.column) : null;
    throw new FileRefused(checked.rule, header.number, column, checked.hint);
  }
  const { columns } = checked;
  const { format, terms, date_order } = rules;
  const card = header.cells.findIndex((cell) => isCode(format, cell));
  if (card >= 0) throw new FileRefused('IG-12', header.number, String(card + 1), 'no_header');
  const guard = rowGuard(format, columns, terms.currency);
  const local = readLocal(columns, { format, currency: terms.currency, date_order });
  findings.local = local.seen;
  return (cells) => {
    const { cells: written, hints } = local.row(withoutTrailing(cells, columns.length));
    const guarded = guard(written);
    if ('rule' in guarded) {
      const cell = guarded.column ? (cells[columns.indexOf(guarded.column)] ?? '') : '';
      return { ...guarded, hint: guarded.rule === 'IG-15' ? hintFor(guarded.column, cell) : null };
    }
    const judged = applyStockRules(terms, guarded.row, rules.today);
    return 'rule' in judged ? { ...judged, hint: null } : { card: guarded.row, quarantine: judged.quarantine };

    function hintFor(column: Column | null, cell: string): RowHint | null {
      if (column === null) return 'cell_count';
      return spreadsheetHint(format, column, cell) ?? hints[column] ?? null;
    }
  };
}

/** Whether a code stands where a name should: in a file without names, the first card would be lost, and its code kept as a name. */
function isCode({ code }: CodeFormat, cell: string): boolean {
  const text = normalise(cell).trim();
  // Letters alone are a word as well, unless they stand in the groups of a code.
  const isMarked = /\d/.test(text) || (code.kind === 'alnum' && code.sep !== '' && text.includes(code.sep));
  return isMarked && guessColumn(text) === undefined && fitsCode(code, fitCode(code, text));
}

/** A row without the empty cells that spreadsheets add to its end. */
function withoutTrailing(cells: string[], columns: number): string[] {
  if (cells.length <= columns || cells.slice(columns).some((cell) => cell.trim() !== '')) return cells;
  return cells.slice(0, columns);
}

function count(quarantined: Map<string, Quarantined>, rules: QuarantineRule[]): void {
  const key = rules.join();
  const known = quarantined.get(key);
  if (known) known.cards++;
  else quarantined.set(key, { rules, cards: 1 });
}

function quarantineAll(findings: Findings): void {
  findings.quarantine = findings.quarantine.map(({ rules, cards }) => ({ rules: [...rules, 'IG-22'], cards }));
  if (findings.clean_rows > 0) findings.quarantine.push({ rules: ['IG-22'], cards: findings.clean_rows });
  findings.clean_rows = 0;
}
