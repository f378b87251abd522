import { z } from 'zod';
import { luhnValid } from './numbers/luhn.ts';

const alphabet = z
  .string()
  .min(2)
  .max(64)
  .regex(/^[A-Za-z0-9]+$/, 'Letters and digits only')
  .refine((text) => new Set(text).size === text.length, 'No character twice');
const upperAlphabet = alphabet.refine((text) => !/[a-z]/.test(text), 'Capital letters and digits only');

const alnumMask = z.strictObject({
  kind: z.literal('alnum'),
  groups: z.array(z.int().min(1).max(30)).min(1).max(10),
  sep: z.enum(['', '-', ' ', '.']),
  alphabet: upperAlphabet,
});
const numericMask = z.strictObject({
  kind: z.literal('numeric'),
  length: z.int().min(6).max(40),
  prefix: z.string().regex(/^\d*$/).max(12).default(''),
  checksum: z.enum(['luhn']).optional(),
});
const linkMask = z.strictObject({
  kind: z.literal('link'),
  host: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  path: z.string().regex(/^\/[A-Za-z0-9/_-]*$/),
  length: z.int().min(16).max(64),
  alphabet,
});

const pinMask = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('numeric'), length: z.int().min(1).max(20) }),
  z.strictObject({ kind: z.literal('alnum'), length: z.int().min(1).max(20), alphabet: upperAlphabet }),
]);

/** The format of a programme's secrets as plain data, so that it can be checked and no supplied regex is ever run. */
export const codeFormat = z.strictObject({
  code: z.discriminatedUnion('kind', [alnumMask, numericMask, linkMask]),
  pin: pinMask.nullable().default(null),
});
export type CodeFormat = z.infer<typeof codeFormat>;
export type CodeMask = CodeFormat['code'];
export type PinMask = NonNullable<CodeFormat['pin']>;

const DIGITS = '0123456789';

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

/** The shape of a mask's codes for people: `#` is a digit, `X` a character of its alphabet. */
export function describeMask(mask: CodeMask): string {
  if (mask.kind === 'alnum') return mask.groups.map((length) => 'X'.repeat(length)).join(mask.sep);
  if (mask.kind === 'numeric') return mask.prefix + '#'.repeat(mask.length - mask.prefix.length);
  return linkStart(mask) + 'X'.repeat(mask.length);
}

/** The shape of a PIN for people. */
export const describePin = ({ kind, length }: PinMask): string => (kind === 'numeric' ? '#' : 'X').repeat(length);

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
