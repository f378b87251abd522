import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';

export interface ChartPoint {
  /** ISO time, or the day of a bar. */
  at: string;
  value: number;
}

interface ChartData {
  kind: 'line' | 'area' | 'bar';
  points: readonly ChartPoint[];
  /** Whether the axis starts at zero; not for a rate, whose line would be flat. */
  from_zero?: boolean;
  /** The table lists every nth point, counted from the newest. */
  table_every?: number;
}

/** A chart drawn by a page's loader: all in percent of its width and height, so that d3 stays on the server. */
export interface Drawing {
  kind: ChartData['kind'];
  line: string;
  area: string;
  bars: { x: number; y: number; width: number; height: number; at: string; value: number }[];
  times: { at: string; x: number }[];
  values: { value: number; y: number }[];
  rows: ChartPoint[];
}

const TOP = 6;
const BOTTOM = 84;
const TIMES = 4;
const VALUES = 3;

/** Draws points in chronological order; null if there are too few to show anything. */
export function drawChart({ kind, points, from_zero = kind !== 'line', table_every = 1 }: ChartData): Drawing | null {
  if (points.length < (kind === 'bar' ? 1 : 2)) return null;
  const y = valueScale(points, from_zero);
  const { spots, width, times } = kind === 'bar' ? bandsOf(points) : momentsOf(points);
  const marks = points.map(({ at, value }, index) => ({ at, value, x: spots[index] ?? 0, y: y(value) }));
  const zero = y(Math.max(0, y.domain()[0] ?? 0));
  return {
    kind,
    line: (kind !== 'bar' && drawLine(marks)) || '',
    area: (kind === 'area' && drawArea.y0(BOTTOM)(marks)) || '',
    bars: (kind === 'bar' ? marks : []).map(({ x, y: end, at, value }) => ({
      at,
      value,
      x: round(x),
      width: round(width),
      y: round(Math.min(zero, end)),
      height: round(Math.abs(zero - end)),
    })),
    times: times.map(({ at, x }) => ({ at, x: round(x) })),
    values: y.ticks(VALUES).map((value) => ({ value, y: round(y(value)) })),
    rows: points.filter((_, index) => (points.length - 1 - index) % table_every === 0),
  };
}

const round = (percent: number) => Number(percent.toFixed(2));
const drawLine = line<{ x: number; y: number }>(
  ({ x }) => x,
  ({ y }) => y,
).digits(2);
const drawArea = area<{ x: number; y: number }>()
  .x(({ x }) => x)
  .y1(({ y }) => y)
  .digits(2);

/** The range ends at round numbers, where the ticks are. */
function valueScale(points: readonly ChartPoint[], from_zero: boolean) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = low === high ? Math.abs(low) * 0.01 || 1 : 0;
  const domain = from_zero ? [Math.min(0, low), Math.max(0, high) || 1] : [low - room, high + room];
  return scaleLinear(domain, [BOTTOM, TOP]).nice(VALUES);
}

function momentsOf(points: readonly ChartPoint[]) {
  const moments = points.map(({ at }) => new Date(at));
  const [first, last] = [moments[0]!, moments.at(-1)!];
  const x = scaleUtc([first, last], [0, 100]);
  const times = x.ticks(TIMES).map((time) => ({ at: time.toISOString(), x: x(time) }));
  return { spots: moments.map((moment) => x(moment)), width: 0, times };
}

function bandsOf(points: readonly ChartPoint[]) {
  const days = points.map(({ at }) => at);
  const x = scaleBand(days, [0, 100]).paddingInner(0.25);
  const spots = days.map((day) => x(day) ?? 0);
  const every = Math.ceil(days.length / (TIMES + 1));
  const times = days.map((at, index) => ({ at, x: (spots[index] ?? 0) + x.bandwidth() / 2 }));
  return { spots, width: x.bandwidth(), times: times.filter((_, index) => index % every === 0) };
}
