import { codeDigest } from '../import-guard/code-digest.ts';
import { type CodeMask, linkStart, type PinMask } from '../import-guard/format.ts';
import { luhnDigit } from '../import-guard/numbers/luhn.ts';
import type { DemoProgramme } from './programmes.ts';
import { type Random, seededRandom } from './random.ts';

export interface DemoStock {
  /** A supplier's file as `facevalue import` accepts it. */
  csv: string;
  /** The digests that the issuer's manifest lists. */
  digests: string[];
}

const DIGITS = '0123456789';

/** A batch of codes that fit a programme's mask; the same seed gives the same codes. No issuer ever issued them. */
export function demoStock(
  { programme, expiry_years }: DemoProgramme,
  { seed, cards, year }: { seed: string; cards: number; year: number },
): DemoStock {
  const random = seededRandom(seed);
  const { code, pin } = programme.code_format as { code: CodeMask; pin: PinMask | null };
  const lines = [['code', ...(pin ? ['pin'] : []), 'face_value', 'currency', 'expires_on', 'serial'].join()];
  const digests = new Set<string>();
  while (digests.size < cards) {
    const secret = randomCode(code, random);
    const digest = codeDigest(secret);
    if (digests.has(digest)) continue;
    digests.add(digest);
    const face = programme.face_values_cents[random(programme.face_values_cents.length)]!;
    const expires = expiry_years === null ? '' : `${year + expiry_years + 1}-${random(2) === 0 ? '06-30' : '12-31'}`;
    const pinCells = pin ? [letters(pin.kind === 'numeric' ? DIGITS : pin.alphabet, pin.length, random)] : [];
    lines.push([secret, ...pinCells, (face / 100).toFixed(2), programme.currency, expires, `D${digests.size}`].join());
  }
  return { csv: `${lines.join('\n')}\n`, digests: [...digests] };
}

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

function letters(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]!).join('');
}
