import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Written from right to left, and no language of the shop. */
export const PSEUDO_LOCALE = 'ar';

/**
 * A catalogue for trying a right-to-left layout with texts that can be read: each word is forced to run from right to
 * left, and brackets around each message show what has come from a catalogue.
 */
export const pseudoCatalogue = (english: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(english).map(([key, text]) => [key, `⟦${mirrored(compileMessageOrThrow(text))}⟧`]));

const OVERRIDE = '\u202e';
const END = '\u202c';

function mirrored(message: CompiledMessage): string {
  return [...message].map((token) => (typeof token === 'string' ? mirroredText(token) : argument(token))).join('');
}

/** Tags stay as they are; braces and quotes are written as messages write them. */
const mirroredText = (text: string) =>
  text
    .split(/(<[^>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\p{L}[\p{L}\p{N}’'-]*/gu, `${OVERRIDE}$&${END}`)))
    .join('')
    .replaceAll("'", "''");

function argument([name, kind, choices]: Exclude<CompiledMessage[number], string>): string {
  if (!kind) return `{${name}}`;
  if (!choices || typeof choices !== 'object') return `{${name}, ${kind}}`;
  // An exact number is compiled without its sign.
  const formOf = (form: string) => (kind === 'plural' && /^\d+$/.test(form) ? `=${form}` : form);
  const arms = Object.entries(choices).flatMap(([form, arm]) =>
    Array.isArray(arm) ? [`${formOf(form)} {${mirrored(arm)}}`] : [],
  );
  return `{${name}, ${kind}, ${arms.join(' ')}}`;
}
