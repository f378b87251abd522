import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/time-units.ts';
import { addBusinessTime, type BusinessHours, businessTimeBetween } from './business-hours.ts';

const nineToFive = { from: 540, to: 1020 };
const week = (open: { from: number; to: number } | null, weekend: typeof open = null) => [
  open,
  open,
  open,
  open,
  open,
  weekend,
  weekend,
];
const office = (time_zone: string, more: Partial<BusinessHours> = {}): BusinessHours => ({
  time_zone,
  hours: week(nineToFive),
  holidays: [],
  ...more,
});
const always = (time_zone: string) => office(time_zone, { hours: week({ from: 0, to: 1440 }, { from: 0, to: 1440 }) });
const added = (from: string, hours: number, business: BusinessHours) =>
  addBusinessTime(new Date(from), hours * HOUR_MS, business).toISOString();

test('only business hours count: a question on Friday evening is answered on Monday', () => {
  expect(added('2026-11-20T16:00:00Z', 1, office('UTC'))).toBe('2026-11-20T17:00:00.000Z');
  expect(added('2026-11-20T16:30:00Z', 1, office('UTC'))).toBe('2026-11-23T09:30:00.000Z');
  expect(added('2026-11-21T12:00:00Z', 1, office('UTC'))).toBe('2026-11-23T10:00:00.000Z');
  const holidays = ['2026-11-23'];
  expect(added('2026-11-21T12:00:00Z', 1, office('UTC', { holidays }))).toBe('2026-11-24T10:00:00.000Z');
});

test('hours follow the clocks of the desk when those change', () => {
  // Berlin: 09:00 is 08:00 UTC on Friday, and 07:00 UTC on Monday after the change in March.
  expect(added('2026-03-27T16:00:00Z', 1, office('Europe/Berlin'))).toBe('2026-03-30T08:00:00.000Z');
  expect(added('2026-10-23T15:00:00Z', 1, office('Europe/Berlin'))).toBe('2026-10-26T09:00:00.000Z');
  const day = (from: string, to: string) =>
    businessTimeBetween(new Date(from), new Date(to), always('Europe/Berlin')) / HOUR_MS;
  expect(day('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23);
  expect(day('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25);
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
];
const span = fc
  .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 60, max: 1440 }))
  .map(([from, length]) => ({ from, to: Math.min(1440, from + length) }));
const business = fc.record({
  time_zone: fc.constantFrom(...zones),
  hours: fc
    .array(fc.option(span, { nil: null }), { minLength: 7, maxLength: 7 })
    .filter((hours) => hours.some((open) => open !== null)),
  // The nights in which clocks change, and days beside them.
  holidays: fc.subarray(['2026-03-08', '2026-03-29', '2026-03-30', '2026-10-25', '2026-11-01', '2026-11-02']),
});
const moment = fc.date({
  min: new Date('2026-02-20T00:00:00Z'),
  max: new Date('2026-12-01T00:00:00Z'),
  noInvalidDate: true,
});
const length = fc.integer({ min: 1, max: 60 * HOUR_MS });

test('so much business time lies between a moment and the one at which it has passed', () => {
  fc.assert(
    fc.property(moment, length, business, (from, ms, hours) => {
      expect(businessTimeBetween(from, addBusinessTime(from, ms, hours), hours)).toBe(ms);
    }),
  );
});

test('adding in two steps is adding at once, and a later question is never due earlier', () => {
  fc.assert(
    fc.property(moment, moment, length, length, business, (one, other, first, second, hours) => {
      const twice = addBusinessTime(addBusinessTime(one, first, hours), second, hours);
      expect(twice).toEqual(addBusinessTime(one, first + second, hours));
      const [early, late] = one < other ? [one, other] : [other, one];
      const due = addBusinessTime(early, first, hours).getTime();
      expect(due).toBeLessThanOrEqual(addBusinessTime(late, first, hours).getTime());
      expect(due).toBeGreaterThanOrEqual(early.getTime() + first);
    }),
  );
});
