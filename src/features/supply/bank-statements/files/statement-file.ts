import type { statementFormats, statementProblems } from '#contracts/supply/bank-statements.ts';

/** The longest name and text that are taken of an entry. */
export const NAME_CHARS = 140;
export const TEXT_CHARS = 500;

/** One booking, as the bank's file says it. */
export interface FileEntry {
  /** The bank's own reference; null where it gives none. */
  bank_reference: string | null;
  direction: 'debit' | 'credit';
  /** An ISO day. */
  booked_on: string;
  currency: string;
  /** Smallest units of the currency, above zero. */
  units: string;
  /** Of the other side. */
  name: string;
  /** References and what the payment is for. */
  text: string;
  /** Of the other side. */
  iban: string | null;
  account: string;
}

export interface StatementFile {
  format: (typeof statementFormats)[number];
  entries: FileEntry[];
}

/** Why a file isn't taken, and at which entry or line; it never holds what stands there. */
export interface FileProblem {
  problem: (typeof statementProblems)[number];
  place: number | null;
}

/** Thrown within a reader, and returned by `readStatement`: a thread hands no classes over. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  readonly problem: FileProblem['problem'];
  readonly place: number | null;
  constructor(problem: FileProblem['problem'], place: number | null = null) {
    super(`${problem} at ${place}`);
    this.problem = problem;
    this.place = place;
  }
}
