import { expect, test } from 'vitest';
import { rateChart } from './rate-chart.ts';

const points = (...prices: number[]) =>
  prices.map((usd, index) => ({ at: new Date(Date.UTC(2026, 10, 21, 0, index * 30)).toISOString(), usd: String(usd) }));

test('a day is drawn from left to right, its lowest at the bottom and its highest at the top', () => {
  const chart = rateChart('ETH', points(100, 90, 110));
  expect(chart).toMatchObject({
    line: 'M0.0,30.0L150.0,56.0L300.0,4.0',
    low: '90',
    high: '110',
    last: '110',
    change_bp: 1000,
  });
});

test('a rate that stood still is a line in the middle; one point is no line', () => {
  expect(rateChart('BTC', points(5, 5))?.line).toBe('M0.0,30.0L300.0,30.0');
  expect(rateChart('BTC', points(5))).toBeNull();
  expect(rateChart('BTC', [])).toBeNull();
});

test('the table has one row for two hours and ends with the newest', () => {
  const chart = rateChart('LTC', points(...Array.from({ length: 48 }, (_, index) => 100 + index)));
  expect(chart?.rows).toHaveLength(12);
  expect(chart?.rows.at(-1)?.usd).toBe('147');
});
