import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test.each([
  ['more', 150, 100, { percent: 50, tone: 'good' }],
  ['less', 75, 100, { percent: -25, tone: 'warn' }],
  ['as much', 100, 100, { percent: 0, tone: 'plain' }],
  ['nothing any more', 0, 100, { percent: -100, tone: 'warn' }],
  ['something from nothing', 100, 0, { percent: null, tone: 'plain' }],
  ['something after a loss', 100, -50, { percent: null, tone: 'plain' }],
])('%s than in the period before', (_what, now, before, change) => {
  expect(changeOf(now, before)).toEqual(change);
});
