import fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarity, threesOf } from './similarity.ts';

const likeness = (a: string, b: string) => similarity(threesOf(a), threesOf(b));

test.each([
  ['coffee', 'cofee'],
  ['gaming', 'gamng'],
  ['ostermoor', 'ostremoor'],
  ['brambleforth', 'bramblefort'],
])('%s is still known when it is typed %s', (word, typed) => {
  expect(likeness(word, typed)).toBeGreaterThan(0.4);
});

test.each([
  ['house', 'mouse'],
  ['books', 'boots'],
  ['coffee', 'games'],
])('%s is not taken for %s', (word, other) => {
  expect(likeness(word, other)).toBeLessThan(0.4);
});

test('it is the same both ways, and 1 for the same word only', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(likeness(a, b)).toBe(likeness(b, a));
      expect(likeness(a, a)).toBe(1);
    }),
  );
});
