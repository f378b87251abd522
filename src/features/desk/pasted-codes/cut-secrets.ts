import { fitsPin } from '#contracts/supply/codes/fits-code.ts';
import type { PinMask } from '../../oversight/import-guard/masks/format.ts';

/** A code in a text, what stands in its place from now on, and the shape of its PIN. */
export interface Cut {
  start: number;
  end: number;
  put: string;
  pin: PinMask | null;
}

const PIN_PUT = '[PIN]';
/** How far from its code people write a PIN. */
const PIN_NEAR = 60;

/** Takes codes out of a text, and what looks like their PINs beside them. */
export function cutSecrets(text: string, cuts: readonly Cut[]): string {
  const inOrder = cuts.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let rest = 0;
  let pins: PinMask | null = null;
  let written = '';
  for (const { start, end, put, pin } of inOrder) {
    if (start < rest) continue;
    written += withoutPins(text.slice(rest, start), { before: pins, after: pin }) + put;
    rest = end;
    pins = pin;
  }
  return written + withoutPins(text.slice(rest), { before: pins, after: null });
}

/** A part of a text between two codes: near its ends, PINs of the code on that side go. */
function withoutPins(part: string, { before, after }: { before: PinMask | null; after: PinMask | null }): string {
  return part.replace(/[A-Za-z0-9]+/g, (word, at: number) => {
    const follows = before !== null && at <= PIN_NEAR && fitsPin(before, word);
    const precedes = after !== null && part.length - at - word.length <= PIN_NEAR && fitsPin(after, word);
    return follows || precedes ? PIN_PUT : word;
  });
}
