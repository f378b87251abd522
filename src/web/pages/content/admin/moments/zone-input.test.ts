import { expect, test } from 'vitest';
import { fromZoneInput } from './from-zone-input.ts';
import { toZoneInput } from './zone-input.ts';

const before = '2026-11-21T08:50:37.525Z';
const berlin = 'Europe/Berlin';

test('a moment stands in a field to the minute in the time zone of its reader, and nothing as an empty field', () => {
  expect([toZoneInput(before, 'UTC'), toZoneInput(null, 'UTC')]).toEqual(['2026-11-21T08:50', '']);
  expect([toZoneInput(before, berlin), toZoneInput('2026-07-01T22:30:00Z', berlin)]).toEqual([
    '2026-11-21T09:50',
    '2026-07-02T00:30',
  ]);
});

test('an untouched field keeps the seconds of the moment; a changed one is a whole minute', () => {
  expect(fromZoneInput('2026-11-21T09:50', berlin, before)).toBe(before);
  expect(fromZoneInput('2026-11-21T09:51', berlin, before)).toBe('2026-11-21T08:51:00Z');
  expect(fromZoneInput('2026-07-01T09:50', berlin)).toBe('2026-07-01T07:50:00Z');
  expect(fromZoneInput('2026-07-01T09:50', 'UTC')).toBe('2026-07-01T09:50:00Z');
});

test('an hour that the clocks skip is the one after it', () => {
  expect(fromZoneInput('2026-03-29T02:30', berlin)).toBe('2026-03-29T01:30:00Z');
});

test('an emptied field is none, and what is no moment is handed on to be refused', () => {
  expect([fromZoneInput('', berlin, before), fromZoneInput('tomorrow', berlin)]).toEqual([null, 'tomorrow']);
  expect(fromZoneInput('2026-13-41T00:00', berlin)).toBe('2026-13-41T00:00');
});
