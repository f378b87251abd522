import { expect, test } from 'vitest';
import { isLongNotice } from './is-long-notice.ts';

test.for([
  ['Closed on Sunday.', false],
  ['First line\nsecond line', false],
  ['First\nsecond\nthird', true],
  ['a'.repeat(60), false],
  ['a'.repeat(61), true],
] as const)('%j is longer than the bar shows: %s', ([content, long]) => expect(isLongNotice(content)).toBe(long));
