import { expect, test } from 'vitest';
import { rateChart } from './rate-chart.ts';

const points = (...prices: number[]) =>
  prices.map((usd, index) => ({ at: new Date(Date.UTC(2026, 10, 21, 0, index * 30)).toISOString(), usd: String(usd) }));

test('a day is told by its lowest, its highest and its change', () => {
  expect(rateChart(points(100, 90, 110))).toMatchObject({ low: 90, high: 110, change_bp: 1000 });
});

test('one point is no line', () => {
  expect(rateChart(points(5))).toBeNull();
  expect(rateChart([])).toBeNull();
});

test('the table has one row for two hours and ends with the newest', () => {
  const rows = rateChart(points(...Array.from({ length: 48 }, (_, index) => 100 + index)))?.drawing.rows;
  expect(rows).toHaveLength(12);
  expect(rows?.at(-1)?.value).toBe(147);
});
