import { describe, expect, it } from 'vitest';
import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { chanceHits } from './mask-chance.ts';
import { fastRandom } from './numbers/fast-random.ts';
import { randomCode, randomPin } from './random-code.ts';
import { scanSecret } from './scan/scan-secret.ts';

const alnum = (groups: number[], alphabet: string, pin: number | null = null): CodeFormat =>
  codeFormat.parse({
    code: { kind: 'alnum', groups, sep: '-', alphabet },
    pin: pin && { kind: 'numeric', length: pin },
  });
const FULL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const FEW = 'ABCDEFGH0123456789';
const UNAMBIGUOUS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

describe('how often honest codes of a mask look like card data', () => {
  it('is what plain codes show, where those show it', () => {
    const format = alnum([4, 4, 4, 4], FEW, 11);
    const random = fastRandom(3);
    let hits = 0;
    for (let row = 0; row < 30_000; row++)
      if (scanSecret(format.code, randomCode(format.code, random), randomPin(format.pin!, random))?.rule === 'IG-05')
        hits++;
    expect(hits).toBeGreaterThan(5);
    const simulated = chanceHits(format).get('IG-05')!;
    expect(simulated / (hits / 30_000)).toBeGreaterThan(0.5);
    expect(simulated / (hits / 30_000)).toBeLessThan(2);
  });

  it.each<[string, CodeFormat, string[]]>([
    ['5x5 of letters and digits', alnum([5, 5, 5, 5, 5], FULL), []],
    ['5x5 without digits that look like letters', alnum([5, 5, 5, 5, 5], UNAMBIGUOUS), []],
    ['4x4 of letters and digits', alnum([4, 4, 4, 4], UNAMBIGUOUS), []],
    ['4x4 of eight letters and ten digits', alnum([4, 4, 4, 4], FEW), ['IG-01', 'IG-02', 'IG-05']],
    ['eight characters that a PIN of eight digits follows', alnum([4, 4], FULL, 8), ['IG-05']],
    ['letters alone', alnum([5, 5, 5, 5, 5], 'ABCDEFGH'), []],
    ['a number', codeFormat.parse({ code: { kind: 'numeric', length: 16, prefix: '603628' } }), []],
  ])('says which rules are counted instead of refusing the file: %s', (_what, format, rules) => {
    expect([...chanceHits(format).keys()].sort()).toEqual(rules);
  });
});
