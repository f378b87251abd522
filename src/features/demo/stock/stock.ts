import { plainHundredths } from '#i18n/currency-decimals.ts';
import { codeDigest } from '../../oversight/import-guard/code-digest.ts';
import type { CodeMask, PinMask } from '../../oversight/import-guard/masks/format.ts';
import { seededRandom } from '../../oversight/import-guard/numbers/seeded-random.ts';
import { randomCode, randomPin } from '../../oversight/import-guard/random-code.ts';
import type { DemoProgramme } from './programmes.ts';

export interface DemoStock {
  /** A supplier's file as `facevalue import` accepts it. */
  csv: string;
  /** The digests that the issuer's manifest lists. */
  digests: string[];
}

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
    const pinCells = pin ? [randomPin(pin, random)] : [];
    lines.push(
      [
        secret,
        ...pinCells,
        plainHundredths(face, programme.currency),
        programme.currency,
        expires,
        `D${digests.size}`,
      ].join(),
    );
  }
  return { csv: `${lines.join('\n')}\n`, digests: [...digests] };
}
