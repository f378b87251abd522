import { type Drawing, drawChart } from '#web/ui/data/draw/draw-chart.ts';

/** One day of a coin's rate, drawn and described: few enough numbers to send with the page. */
export interface RateChart {
  drawing: Drawing;
  low: number;
  high: number;
  /** Hundredths of a percent since the first point. */
  change_bp: number;
}

/** Draws the points in chronological order; null if there are too few for a line. */
export function rateChart(points: readonly { at: string; usd: string }[]): RateChart | null {
  const rates = points.map(({ at, usd }) => ({ at, value: Number(usd) }));
  const drawing = drawChart({ kind: 'area', points: rates, from_zero: false, table_every: 4 });
  if (!drawing) return null;
  const values = rates.map(({ value }) => value);
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  return {
    drawing,
    low: Math.min(...values),
    high: Math.max(...values),
    change_bp: Math.round(((last - first) / first) * 10_000),
  };
}
