import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import { type StockColumn, stockColumns } from '#contracts/supply/stock-file/stock-columns.ts';

/** What a form says of each column of a file: one of ours, `skip`, or nothing: its name, or what was said of it before. */
export function guessColumns(header: readonly string[]): string[] {
  const own = header.map((name) => stockColumns.find((column) => column === name.trim().toLowerCase()));
  const guesses = header.map((name, place) => own[place] ?? guessColumn(name));
  const isOnly = (guess: StockColumn) => guesses.indexOf(guess) === guesses.lastIndexOf(guess);
  const chosen = guesses.map((guess, place) => {
    const elsewhere = guess && (own[place] ? -1 : own.indexOf(guess));
    return guess && elsewhere === -1 && (own[place] || isOnly(guess)) ? guess : '';
  });
  // Of a file whose codes were found, what else there is needn't be kept; which of two columns is meant, somebody says.
  const isDoubtful = (place: number) => guesses[place] && !own.includes(guesses[place]) && !isOnly(guesses[place]);
  return chosen.map((column, place) => column || (chosen.includes('code') && !isDoubtful(place) ? 'skip' : ''));
}
