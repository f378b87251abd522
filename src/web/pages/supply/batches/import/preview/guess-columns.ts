import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import { stockColumns } from '#contracts/supply/stock-file/stock-columns.ts';

/** What a form says of each column of a file: one of ours, `skip`, or nothing: its name, or what was said of it before. */
export function guessColumns(header: readonly string[]): string[] {
  const own = header.map((name) => stockColumns.find((column) => column === name.trim().toLowerCase()));
  const guesses = header.map((name, place) => own[place] ?? guessColumn(name));
  const chosen = guesses.map((guess, place) => {
    const elsewhere = guess && (own[place] ? -1 : own.indexOf(guess));
    return guess && elsewhere === -1 && guesses.indexOf(guess) === place ? guess : '';
  });
  // Of a file whose codes were found, what else there is needn't be kept.
  return chosen.map((column) => column || (chosen.includes('code') ? 'skip' : ''));
}
