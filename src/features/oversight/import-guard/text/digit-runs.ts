/** Digits that stand together. */
export interface DigitGroup {
  digits: string;
  /** What separates it from the group before; repeated characters are written once. */
  gap: string;
  /** Where it starts in the text. */
  at: number;
}

const DIGITS = /\d+/g;
const REPEATED = /(.)\1+/gsu;
// A separator is whatever is neither a letter nor a digit, and `x`. Modifier letters look like dashes and apostrophes.
const GAP = /^(?:[^\p{L}\p{Nd}]|[\p{Lm}x]){0,3}$/iu;
const GAP_WITHOUT_LETTERS = /^(?:[^\p{L}\p{Nd}]|\p{Lm}){0,3}$/u;
const LONGEST_GAP = 200;

/** The groups of digits of a normalised text, in runs that a letter or more than three separators end. */
export function digitRuns(text: string, xSeparates = true): DigitGroup[][] {
  const separators = xSeparates ? GAP : GAP_WITHOUT_LETTERS;
  const runs: DigitGroup[][] = [];
  let run: DigitGroup[] = [];
  let end = 0;
  for (const { 0: digits, index: at } of text.matchAll(DIGITS)) {
    const gap = run.length > 0 ? gapOf(text, end, at, separators) : undefined;
    if (gap === undefined) {
      run = [];
      runs.push(run);
    }
    run.push({ digits, gap: gap ?? '', at });
    end = at + digits.length;
  }
  return runs;
}

function gapOf(text: string, from: number, to: number, separators: RegExp): string | undefined {
  if (to - from > LONGEST_GAP) return undefined;
  const raw = text.slice(from, to);
  const gap = raw.length === 1 ? raw : raw.replace(/\s+/g, ' ').replace(REPEATED, '$1');
  return separators.test(gap) ? gap : undefined;
}
