import { hash } from 'node:crypto';
import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import { luhnValid } from '#contracts/supply/codes/luhn.ts';
import type { CodeMask, PinMask } from '../../oversight/import-guard/masks/format.ts';

/** What the secrets of a programme look like. */
export interface SecretMasks {
  code: CodeMask;
  pin: PinMask | null;
}

/** A part of a text that may be a card's code, and the shape of the PIN that belongs to it. */
export interface Candidate {
  /** As codeDigest makes it. */
  digest: string;
  start: number;
  end: number;
  pin: PinMask | null;
}

interface Letters {
  /** The letters and digits of the text in capitals. */
  text: string;
  /** Where each stands in the text. */
  at: number[];
}

// Shorter numbers stand in texts by chance.
const SHORTEST = 8;
/** More than an honest text holds; what comes after them isn't looked at. */
const MAX_CANDIDATES = 2000;
const WIDEST_GAP = 3;
const LONGEST_RUN = 80;

/** The parts of a normalised text that could be codes of these masks, however they are separated, capitalised or framed. */
export function findCandidates(text: string, masks: readonly SecretMasks[]): Candidate[] {
  const letters = lettersOf(text);
  const found = new Map<string, Candidate>();
  for (const { code, pin } of masks) {
    for (const { from, length, head = '' } of placesOf(code, letters)) {
      if (found.size >= MAX_CANDIDATES) return [...found.values()];
      const secret = letters.text.slice(from, from + length);
      const digest = hash('sha256', head + secret);
      const start = letters.at[from]!;
      found.set(`${digest} ${start}`, { digest, start, end: letters.at[from + length - 1]! + 1, pin });
    }
  }
  return [...found.values()];
}

function lettersOf(text: string): Letters {
  const at: number[] = [];
  let letters = '';
  for (const { 0: letter, index } of text.matchAll(/[A-Za-z0-9]/g)) {
    letters += letter.toUpperCase();
    at.push(index);
  }
  return { text: letters, at };
}

interface Place {
  from: number;
  length: number;
  /** What the text left out of the code, as people do with `https://`. */
  head?: string;
}

function* placesOf(mask: CodeMask, letters: Letters): Iterable<Place> {
  if (mask.kind === 'link') return yield* linksIn(mask, letters);
  const length = mask.kind === 'numeric' ? mask.length : mask.groups.reduce((sum, group) => sum + group, 0);
  if (length < SHORTEST) return;
  const fits = mask.kind === 'numeric' ? fitsNumber(mask) : fitsAlphabet(mask.alphabet);
  for (let from = 0; from + length <= letters.text.length; from++) {
    const part = { from, length };
    if (isFramed(letters, part) && fits(letters.text.slice(from, from + length))) yield part;
  }
}

const fitsNumber =
  ({ prefix, checksum }: Extract<CodeMask, { kind: 'numeric' }>) =>
  (digits: string) =>
    digits.startsWith(prefix) && /^\d+$/.test(digits) && (checksum !== 'luhn' || luhnValid(digits));

const fitsAlphabet = (alphabet: string) => (part: string) => {
  for (const letter of part) if (!alphabet.includes(letter)) return false;
  return true;
};

/** Whether a part begins and ends where words do, without wide gaps inside, or lies within one long run of letters. */
function isFramed({ at }: Letters, { from, length }: Place): boolean {
  const last = from + length - 1;
  if (at[last]! - at[from]! === length - 1 && isRun(at, from, last)) return true;
  const begins = from === 0 || at[from - 1]! + 1 < at[from]!;
  const ends = last + 1 === at.length || at[last]! + 1 < at[last + 1]!;
  if (!begins || !ends) return false;
  for (let i = from; i < last; i++) if (at[i + 1]! - at[i]! > WIDEST_GAP + 1) return false;
  return true;
}

/** Whether the unbroken letters around a part are no longer than a code that somebody glued a word to. */
function isRun(at: readonly number[], from: number, last: number): boolean {
  let [start, end] = [from, last];
  while (start > 0 && at[start - 1]! + 1 === at[start] && end - start <= LONGEST_RUN) start--;
  while (end + 1 < at.length && at[end]! + 1 === at[end + 1] && end - start <= LONGEST_RUN) end++;
  return end - start < LONGEST_RUN;
}

function* linksIn(mask: Extract<CodeMask, { kind: 'link' }>, { text }: Letters): Iterable<Place> {
  const start = linkStart(mask)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const bare = start.slice('HTTPS'.length);
  const length = bare.length + mask.length;
  for (let from = text.indexOf(bare); from >= 0; from = text.indexOf(bare, from + 1))
    if (from + length <= text.length) yield { from, length, head: 'HTTPS' };
}
