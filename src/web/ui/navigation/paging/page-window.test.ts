import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [10, 20, [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
  [20, 20, [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
])('page %i of %i offers %j', (current, last, pages) => {
  expect(pageWindow(current, last)).toEqual(pages);
});

test('the window holds the current page, stays in range and has ten pages where there are ten', () => {
  const pages = fc
    .integer({ min: 1, max: 5000 })
    .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));
  fc.assert(
    fc.property(pages, ([current, last]) => {
      const shown = pageWindow(current, last);
      expect(shown).toContain(current);
      expect(shown).toHaveLength(Math.min(10, last));
      expect(shown[0]).toBeGreaterThanOrEqual(1);
      expect(shown.at(-1)).toBeLessThanOrEqual(last);
    }),
  );
});
