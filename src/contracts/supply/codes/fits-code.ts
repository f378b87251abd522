import type { CodeMask, PinMask } from './code-format.ts';
import { luhnValid } from './luhn.ts';

const DIGITS = '0123456789';

/** Whether a code is one of its mask, written as the mask writes it. */
export function fitsCode(mask: CodeMask, code: string): boolean {
  switch (mask.kind) {
    case 'alnum':
      return fitsGroups(mask, code);
    case 'numeric':
      return (
        code.startsWith(mask.prefix) &&
        fitsAlphabet(code, mask.length, DIGITS) &&
        (mask.checksum !== 'luhn' || luhnValid(code))
      );
    case 'link': {
      const start = linkStart(mask);
      return code.startsWith(start) && fitsAlphabet(code.slice(start.length), mask.length, mask.alphabet);
    }
  }
}

export function fitsPin(mask: PinMask | null, pin: string): boolean {
  if (mask === null) return pin === '';
  return fitsAlphabet(pin, mask.length, mask.kind === 'numeric' ? DIGITS : mask.alphabet);
}

/** The prefix of every claim link that fits the mask. */
export function linkStart(mask: Extract<CodeMask, { kind: 'link' }>): string {
  return `https://${mask.host}${mask.path}`;
}

function fitsGroups(mask: Extract<CodeMask, { kind: 'alnum' }>, code: string): boolean {
  let at = 0;
  for (const [index, length] of mask.groups.entries()) {
    if (index > 0) {
      if (!code.startsWith(mask.sep, at)) return false;
      at += mask.sep.length;
    }
    if (!fitsAlphabet(code.slice(at, at + length), length, mask.alphabet)) return false;
    at += length;
  }
  return at === code.length;
}

function fitsAlphabet(text: string, length: number, letters: string): boolean {
  if (text.length !== length) return false;
  for (const letter of text) if (!letters.includes(letter)) return false;
  return true;
}
