import { expect, test } from 'vitest';
import { drawChart } from './draw-chart.ts';

const hours = (...values: number[]) =>
  values.map((value, hour) => ({ at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(), value }));
const days = (...values: number[]) =>
  values.map((value, day) => ({ at: `2026-11-${String(day + 1).padStart(2, '0')}`, value }));

/** The points of a path, in percent. */
const spotsOf = (path: string) =>
  path
    .replace(/^M|Z$/g, '')
    .split('L')
    .map((spot) => spot.split(',').map(Number));

test('a line runs from edge to edge in time, higher where the value is higher', () => {
  const drawing = drawChart({ kind: 'line', points: hours(100, 90, 110) });
  const [first, second, third] = spotsOf(drawing?.line ?? '');
  expect([first?.[0], second?.[0], third?.[0]]).toEqual([0, 50, 100]);
  expect(third?.[1]).toBeLessThan(first?.[1] ?? 0);
  expect(second?.[1]).toBeGreaterThan(first?.[1] ?? 0);
});

test('points that are not evenly apart in time are not evenly apart in the drawing', () => {
  const [one, two, , , five] = hours(1, 2, 3, 4, 5);
  const spots = spotsOf(drawChart({ kind: 'line', points: [one!, two!, five!] })?.line ?? '');
  expect(spots.map(([x]) => x)).toEqual([0, 25, 100]);
});

test('the ticks are round numbers that stand where their value would', () => {
  const drawing = drawChart({ kind: 'line', points: hours(3411, 3489, 3402) });
  expect(drawing?.values.length).toBeGreaterThan(1);
  for (const { value, y } of drawing?.values ?? []) {
    expect(value % 10).toBe(0);
    expect(y).toBeGreaterThanOrEqual(6);
    expect(y).toBeLessThanOrEqual(84);
  }
  const ys = drawing?.values.map(({ y }) => y) ?? [];
  expect(ys).toEqual(ys.toSorted((a, b) => b - a));
});

test('the times below a day are full hours', () => {
  const times = drawChart({ kind: 'line', points: hours(...Array.from({ length: 24 }, (_, hour) => hour)) })?.times;
  expect(times?.length).toBeGreaterThan(2);
  for (const { at } of times ?? []) expect(at).toMatch(/:00:00\.000Z$/);
});

test('bars stand on zero, one for each day, none wider than its share', () => {
  const drawing = drawChart({ kind: 'bar', points: days(4, 0, 8) });
  expect(drawing?.bars.map(({ at, value }) => [at, value])).toEqual([
    ['2026-11-01', 4],
    ['2026-11-02', 0],
    ['2026-11-03', 8],
  ]);
  const [half, none, whole] = drawing?.bars ?? [];
  expect(none?.height).toBe(0);
  expect((half?.height ?? 0) * 2).toBeCloseTo(whole?.height ?? 0);
  expect(half!.y + half!.height).toBeCloseTo(84);
  expect((whole?.x ?? 0) + (whole?.width ?? 0)).toBeLessThanOrEqual(100);
});

test('losses hang below the line of zero', () => {
  const [gain, loss] = drawChart({ kind: 'bar', points: days(5, -5) })?.bars ?? [];
  expect(gain!.y + gain!.height).toBeCloseTo(loss!.y);
});

test('an area reaches the ground; a month of bars names few days', () => {
  const area = drawChart({ kind: 'area', points: hours(5, 6), from_zero: false })?.area ?? '';
  expect(area).toContain('L100,84L0,84Z');
  const month = drawChart({ kind: 'bar', points: days(...Array.from({ length: 30 }, (_, day) => day)) });
  expect(month?.bars).toHaveLength(30);
  expect(month?.times.length).toBeLessThanOrEqual(5);
});

test('its table has the same numbers, or every so many of them up to the newest', () => {
  const points = hours(1, 2, 3, 4, 5);
  expect(drawChart({ kind: 'line', points })?.rows.map(({ at, value }) => ({ at, value }))).toEqual(points);
  expect(drawChart({ kind: 'line', points, table_every: 2 })?.rows.map(({ value }) => value)).toEqual([1, 3, 5]);
});

test.each([
  ['a value that stood still', hours(7, 7)],
  ['nothing but zeros', hours(0, 0)],
])('%s is a line within the drawing', (_what, points) => {
  for (const kind of ['line', 'area'] as const)
    for (const [x, y] of spotsOf(drawChart({ kind, points })?.line ?? '')) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(6);
      expect(y).toBeLessThanOrEqual(84);
    }
});

test('one point is no line, and nothing is no chart', () => {
  expect(drawChart({ kind: 'line', points: hours(1) })).toBeNull();
  expect(drawChart({ kind: 'bar', points: [] })).toBeNull();
  expect(drawChart({ kind: 'bar', points: days(1) })?.bars).toHaveLength(1);
});

test.each([2, 5, 7, 24, 30, 31, 61, 365])('the times of %i days stand apart, the newest among them', (count) => {
  const points = Array.from({ length: count }, (_, day) => ({
    at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    value: day,
  }));
  for (const kind of ['line', 'bar'] as const) {
    const drawing = drawChart({ kind, points })!;
    const xs = drawing.times.map(({ x }) => x);
    for (const [index, x] of xs.slice(1).entries()) expect(x - xs[index]!).toBeGreaterThanOrEqual(19.99);
    if (kind === 'line') expect(drawing.times.at(-1)?.at).toBe(points.at(-1)?.at);
  }
});

test.each(Array.from({ length: 90 }, (_, index) => index + 2))('the times of %i hours stand apart, too', (count) => {
  const xs = drawChart({ kind: 'line', points: hours(...Array(count).keys()) })!.times.map(({ x }) => x);
  for (const [index, x] of xs.slice(1).entries()) expect(x - xs[index]!).toBeGreaterThanOrEqual(19.99);
});

test('a month has a time for each of its weeks', () => {
  const points = Array.from({ length: 30 }, (_, day) => ({
    at: new Date(Date.UTC(2026, 9, 28 + day)).toISOString(),
    value: day,
  }));
  expect(drawChart({ kind: 'area', points })?.times.map(({ at }) => at.slice(5, 10))).toEqual([
    '10-29',
    '11-05',
    '11-12',
    '11-19',
    '11-26',
  ]);
});

test('minutes that are shown as hours have ticks at round hours', () => {
  const points = hours(0, 200, 390);
  const values = drawChart({ kind: 'line', points, from_zero: true, tick_unit: 60 })?.values ?? [];
  expect(values.length).toBeGreaterThan(2);
  for (const { value } of values) expect(value % 60).toBe(0);
});

test('the period before is drawn on the same scale, each of its points at the place of the one after it', () => {
  const points = hours(1, 2, 3);
  const earlier = hours(10, 0, 5).map(({ value }, day) => ({ at: `2026-10-0${day + 1}`, value }));
  const drawing = drawChart({ kind: 'area', points, earlier })!;
  const before = spotsOf(drawing.earlier);
  expect(before.map(([x]) => x)).toEqual([0, 50, 100]);
  expect(before[0]?.[1]).toBeLessThan(spotsOf(drawing.line)[2]?.[1] ?? 0);
  expect(drawing.rows.map(({ before }) => before)).toEqual(earlier);
  expect(drawing.rows.map(({ x, y }) => [x, y])).toEqual(spotsOf(drawing.line));
  expect(drawChart({ kind: 'area', points })!.earlier).toBe('');
});
