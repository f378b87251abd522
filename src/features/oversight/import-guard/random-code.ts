import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import type { CodeMask, PinMask } from './masks/format.ts';
import type { Random } from './numbers/seeded-random.ts';

const DIGITS = '0123456789';

/** A random code that fits the mask. */
export function randomCode(mask: CodeMask, random: Random): string {
  switch (mask.kind) {
    case 'alnum':
      return mask.groups.map((length) => letters(mask.alphabet, length, random)).join(mask.sep);
    case 'numeric': {
      const free = mask.length - mask.prefix.length - (mask.checksum ? 1 : 0);
      const body = mask.prefix + letters(DIGITS, free, random);
      return mask.checksum ? body + luhnDigit(body) : body;
    }
    case 'link':
      return linkStart(mask) + letters(mask.alphabet, mask.length, random);
  }
}

/** A random PIN that fits the mask. */
export function randomPin(mask: PinMask, random: Random): string {
  return letters(mask.kind === 'numeric' ? DIGITS : mask.alphabet, mask.length, random);
}

function letters(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]!).join('');
}
