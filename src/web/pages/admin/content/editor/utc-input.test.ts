import { expect, test } from 'vitest';
import { fromUtcInput, toUtcInput } from './utc-input.ts';

const before = '2026-11-21T08:50:37.525Z';

test('a moment stands in a field to the minute, and nothing as an empty field', () => {
  expect([toUtcInput(before), toUtcInput(null), toUtcInput(undefined)]).toEqual(['2026-11-21T08:50', '', '']);
});

test('an untouched field keeps the seconds of the moment; a changed one is a whole minute', () => {
  expect(fromUtcInput('2026-11-21T08:50', before)).toBe(before);
  expect(fromUtcInput('2026-11-21T08:51', before)).toBe('2026-11-21T08:51:00Z');
  expect(fromUtcInput('2026-11-21T08:50')).toBe('2026-11-21T08:50:00Z');
});

test('an emptied field is none, and what is no moment is handed on to be refused', () => {
  expect([fromUtcInput('', before), fromUtcInput('tomorrow', before)]).toEqual([null, 'tomorrow']);
});
