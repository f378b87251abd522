import type { CodeFormat, CodeMask, PinMask } from '#contracts/supply/codes/code-format.ts';
import { linkStart } from '#contracts/supply/codes/fits-code.ts';

export type { CodeFormat, CodeMask, PinMask };

/** The shape of a mask's codes for people: `#` is a digit, `X` a character of its alphabet. */
export function describeMask(mask: CodeMask): string {
  if (mask.kind === 'alnum') return mask.groups.map((length) => 'X'.repeat(length)).join(mask.sep);
  if (mask.kind === 'numeric') return mask.prefix + '#'.repeat(mask.length - mask.prefix.length);
  return linkStart(mask) + 'X'.repeat(mask.length);
}

/** The shape of a PIN for people. */
export const describePin = ({ kind, length }: PinMask): string => (kind === 'numeric' ? '#' : 'X').repeat(length);
