import { expect, it } from 'vitest';
import { HONEST_KINDS } from '#tests/support/honest-kinds.ts';
import { seededRandom } from './numbers/seeded-random.ts';
import { scanText } from './scan/scan-text.ts';

const SAMPLES = 1000;
const MAX_REFUSED = SAMPLES / 100;
const MAX_HELD = SAMPLES / 50;

it('there are 189 kinds of honest text and more', () => {
  expect(Object.keys(HONEST_KINDS).length).toBeGreaterThanOrEqual(189);
});

it.each(Object.entries(HONEST_KINDS))('of %s at most one in a hundred is refused, and two are held', (kind, write) => {
  const random = seededRandom(`honest ${kind}`);
  const held: string[] = [];
  const refused: string[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const text = write(random);
    const finding = scanText(text, 'text');
    if (finding) (finding.certainty === 'unsure' ? held : refused).push(text);
  }
  expect(refused.length, `refused: ${refused.slice(0, 3).join(' || ')}`).toBeLessThanOrEqual(MAX_REFUSED);
  expect(held.length, `held: ${held.slice(0, 3).join(' || ')}`).toBeLessThanOrEqual(MAX_HELD);
});
