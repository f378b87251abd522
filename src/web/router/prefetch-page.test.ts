import { expect, test } from 'vitest';
import { isThrifty } from './prefetch-page.ts';

test.each([
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '4g', saveData: true }, true],
  [{ effectiveType: '3g' }, false],
  [undefined, false],
])('pages are fetched ahead unless the connection is thin: %j', (connection, thrifty) => {
  expect(isThrifty(connection)).toBe(thrifty);
});
