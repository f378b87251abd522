import type { Coin } from '#contracts/coins.ts';

interface Point {
  at: string;
  usd: string;
}

/** A day of one coin as it is drawn and told: few enough numbers to travel with the page. */
export interface RateChart {
  coin: Coin;
  /** Of an SVG of 300 by 60. */
  line: string;
  area: string;
  low: string;
  high: string;
  last: string;
  /** Hundredths of a percent since the first point. */
  change_bp: number;
  rows: Point[];
}

const width = 300;
const height = 60;
const margin = 4;
const every = 4;

/** Draws the points in their order of time; null where there are too few to be a line. */
export function rateChart(coin: RateChart['coin'], points: readonly Point[]): RateChart | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const prices = points.map(({ usd }) => Number(usd));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const start = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) - start);
  const spots = points.map(({ at }, index) => {
    const x = ((Date.parse(at) - start) / span) * width;
    const share = high === low ? 0.5 : ((prices[index] ?? low) - low) / (high - low);
    return `${x.toFixed(1)},${(height - margin - share * (height - 2 * margin)).toFixed(1)}`;
  });
  const line = `M${spots.join('L')}`;
  return {
    coin,
    line,
    area: `${line}L${width},${height}L0,${height}Z`,
    low: points[prices.indexOf(low)]?.usd ?? first.usd,
    high: points[prices.indexOf(high)]?.usd ?? first.usd,
    last: last.usd,
    change_bp: Math.round(((Number(last.usd) - Number(first.usd)) / Number(first.usd)) * 10_000),
    // Counted from the newest, so that the table ends with it.
    rows: points.filter((_, index) => (points.length - 1 - index) % every === 0),
  };
}
