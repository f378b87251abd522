import { z } from 'zod';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { onSurface } from '../../surface.ts';

// No character twice, so no card number.
const alphabetOf = (letters: RegExp, wrong: MessageKey) =>
  onSurface(
    'shaped',
    z
      .string()
      .min(2)
      .max(64)
      .regex(letters, wrong)
      .refine((text) => new Set(text).size === text.length, messageKey('mask.twice')),
  );
const alphabet = alphabetOf(/^[A-Za-z0-9]+$/, messageKey('mask.alphabet'));
const upperAlphabet = alphabetOf(/^[A-Z0-9]+$/, messageKey('mask.alphabet_upper'));

const alnumMask = z.strictObject({
  kind: z.literal('alnum'),
  groups: z.array(z.int().min(1).max(30)).min(1).max(10),
  sep: z.enum(['', '-', ' ', '.']),
  alphabet: upperAlphabet,
});
const numericMask = z.strictObject({
  kind: z.literal('numeric'),
  length: z.int().min(6).max(40),
  prefix: onSurface('identifier', z.string().max(12).regex(/^\d*$/, messageKey('mask.prefix'))).default(''),
  checksum: z.enum(['luhn']).optional(),
});
const linkMask = z.strictObject({
  kind: z.literal('link'),
  host: onSurface(
    'identifier',
    z
      .string()
      .max(200)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, messageKey('mask.host')),
  ),
  path: onSurface(
    'identifier',
    z
      .string()
      .max(200)
      .regex(/^\/[A-Za-z0-9/_-]*$/, messageKey('mask.path')),
  ),
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
/** The same in a reply, where nothing is left out. */
export const shownCodeFormat = z.object({
  code: z.discriminatedUnion('kind', [alnumMask, numericMask.extend({ prefix: z.string() }), linkMask]),
  pin: pinMask.nullable(),
});
export type CodeFormat = z.infer<typeof codeFormat>;
export type CodeMask = CodeFormat['code'];
export type PinMask = NonNullable<CodeFormat['pin']>;
