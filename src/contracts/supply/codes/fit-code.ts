import type { CodeMask, PinMask } from './code-format.ts';

/** What people write between the characters of a code. */
export const SEPARATORS = /[\s\-–._/]/g;
const LETTERS = /^[A-Za-z0-9]+$/;

/**
 * A code as its mask writes it, where a file has it in lower case, without its separators or with others: with the length of
 * the mask; any other text as it is.
 */
export function fitCode(mask: CodeMask, text: string): string {
  const plain = text.replace(SEPARATORS, '');
  if (mask.kind === 'numeric') return plain.length === mask.length && /^\d+$/.test(plain) ? plain : text;
  if (
    mask.kind === 'link' ||
    !LETTERS.test(plain) ||
    plain.length !== mask.groups.reduce((sum, length) => sum + length, 0)
  )
    return text;
  let at = 0;
  return mask.groups
    .map((length) => {
      at += length;
      return plain.slice(at - length, at).toUpperCase();
    })
    .join(mask.sep);
}

/** A PIN in upper case and without separators, where it has the length of its mask. */
export function fitPin(mask: PinMask | null, text: string): string {
  const plain = text.replace(SEPARATORS, '');
  if (mask === null || !LETTERS.test(plain) || plain.length !== mask.length) return text;
  return mask.kind === 'alnum' ? plain.toUpperCase() : plain;
}
