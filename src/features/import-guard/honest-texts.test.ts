import { expect, it } from 'vitest';
import { HONEST_TEXTS } from '#tests/support/honest-texts.ts';
import { seededRandom } from './numbers/seeded-random.ts';
import { scanText } from './scan-text.ts';

const SAMPLES = 2000;
const MOST_REFUSED = SAMPLES / 100;

it('there are fifty kinds of honest text', () => {
  expect(Object.keys(HONEST_TEXTS).length).toBeGreaterThanOrEqual(50);
});

it.each(Object.entries(HONEST_TEXTS))('of %s at most one in a hundred is refused', (kind, write) => {
  const random = seededRandom(kind);
  const refused = Array.from({ length: SAMPLES }, () => write(random)).filter((text) => scanText(text, 'text'));
  expect(refused.length, refused.slice(0, 3).join(' || ')).toBeLessThanOrEqual(MOST_REFUSED);
});
