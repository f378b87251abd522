import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/time-units.ts';
import { countdownState, timeLeft } from './countdown-state.ts';

const span = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-01T00:15:00Z' };
const start_ms = Date.parse(span.starts_at);
const end_ms = Date.parse(span.ends_at);

test.each([
  ['upcoming', start_ms - 1, 1],
  ['running', start_ms, 900_000],
  ['running', end_ms - 1, 1],
  ['expired', end_ms, 0],
  ['expired', end_ms + 1, 0],
] as const)('%s at %d', (status, now, left_ms) => {
  expect(countdownState(span, now)).toEqual({ status, left_ms });
});

test('without a start it runs until its end', () => {
  expect(countdownState({ ends_at: span.ends_at }, 0).status).toBe('running');
});

test.each([
  [899_001, { days: 0, clock: '15:00' }],
  [61_000, { days: 0, clock: '1:01' }],
  [500, { days: 0, clock: '0:01' }],
  [HOUR_MS, { days: 0, clock: '1:00:00' }],
  [183_600_000, { days: 2, clock: '03:00:00' }],
])('%d ms reads %j', (left_ms, left) => {
  expect(timeLeft(left_ms)).toEqual(left);
});
