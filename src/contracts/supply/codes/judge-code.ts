import type { CodeMask } from './code-format.ts';
import { fitCode, SEPARATORS } from './fit-code.ts';
import { fitsCode, linkStart } from './fits-code.ts';

/** What an importer would make of a code: how the mask writes it, or why it isn't one of the mask. */
export type JudgedCode =
  | { fits: true; written: string }
  | { fits: false; why: 'length'; expected: number; found: number }
  | { fits: false; why: 'characters'; characters: string }
  | { fits: false; why: 'start'; start: string }
  | { fits: false; why: 'check_digit' };

/** Judges a code of a file by a mask, as the importer reads both. */
export function judgeCode(mask: CodeMask, text: string): JudgedCode {
  const written = fitCode(mask, text.trim());
  if (fitsCode(mask, written)) return { fits: true, written };
  const { start, letters, length } = partsOf(mask);
  const plain = mask.kind === 'link' ? written : written.replaceAll(SEPARATORS, '');
  if (!plain.startsWith(start)) return { fits: false, why: 'start', start };
  const judged = mask.kind === 'numeric' ? plain : plain.slice(start.length);
  const others = [...new Set(mask.kind === 'alnum' ? judged.toUpperCase() : judged)]
    .filter((each) => !letters.includes(each))
    .join('');
  if (others) return { fits: false, why: 'characters', characters: others };
  if (judged.length !== length) return { fits: false, why: 'length', expected: length, found: judged.length };
  return { fits: false, why: 'check_digit' };
}

/** What a code begins with, which characters it has, and how many of them: of a link behind its start. */
function partsOf(mask: CodeMask): { start: string; letters: string; length: number } {
  switch (mask.kind) {
    case 'alnum':
      return { start: '', letters: mask.alphabet, length: mask.groups.reduce((sum, each) => sum + each, 0) };
    case 'numeric':
      return { start: mask.prefix, letters: '0123456789', length: mask.length };
    case 'link':
      return { start: linkStart(mask), letters: mask.alphabet, length: mask.length };
  }
}
