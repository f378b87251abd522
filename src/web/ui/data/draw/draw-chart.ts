import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { DAY_MS } from '#contracts/time-units.ts';

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
  /** As many points of the period before, drawn behind those of the same place. */
  earlier?: readonly ChartPoint[];
  /** What its ticks are round in: 60 for minutes that are shown as hours. */
  tick_unit?: number;
}

/** A point of the table, and where it is in the drawing. */
export interface ChartRow extends ChartPoint {
  x: number;
  y: number;
  /** The same place in the period before. */
  before?: ChartPoint;
}

/** A chart drawn by a page's loader: all in percent of its width and height, so that d3 stays on the server. */
export interface Drawing {
  kind: ChartData['kind'];
  line: string;
  area: string;
  /** The line of the period before; empty without one. */
  earlier: string;
  bars: { x: number; y: number; width: number; height: number; at: string; value: number }[];
  times: { at: string; x: number }[];
  values: { value: number; y: number }[];
  rows: ChartRow[];
}

const TOP = 6;
const BOTTOM = 84;
const TIMES = 4;
/** Percent of the width between two times at least: so wide is a day in every language, four of them in a narrow chart. */
const APART = 20;
/** Days between two times on the axis. */
const STEPS = [1, 2, 3, 7, 14, 30, 90, 180, 365];
const VALUES = 3;

/** Draws points in chronological order; null if there are too few to show anything. */
export function drawChart(data: ChartData): Drawing | null {
  const { kind, points, from_zero = kind !== 'line', table_every = 1, earlier = [], tick_unit = 1 } = data;
  if (points.length < (kind === 'bar' ? 1 : 2)) return null;
  const scale = valueScale([...points, ...earlier], from_zero, tick_unit);
  const y = (value: number) => scale(value / tick_unit);
  const { spots, width, times } = kind === 'bar' ? bandsOf(points) : momentsOf(points);
  const marks = points.map(({ at, value }, index) => ({ at, value, x: spots[index] ?? 0, y: y(value) }));
  const zero = scale(Math.max(0, scale.domain()[0] ?? 0));
  const before = earlier.map(({ value }, index) => ({ x: marks[index]?.x ?? 0, y: y(value) }));
  return {
    kind,
    line: (kind !== 'bar' && drawLine(marks)) || '',
    area: (kind === 'area' && drawArea.y0(BOTTOM)(marks)) || '',
    earlier: drawLine(before) ?? '',
    bars: (kind === 'bar' ? marks : []).map(({ x, y: end, at, value }) => ({
      at,
      value,
      x: round(x),
      width: round(width),
      y: round(Math.min(zero, end)),
      height: round(Math.abs(zero - end)),
    })),
    times: spread(times).map(({ at, x }) => ({ at, x: round(x) })),
    values: scale.ticks(VALUES).map((tick) => ({ value: tick * tick_unit, y: round(scale(tick)) })),
    rows: marks
      .map(({ at, value, x, y }, index): ChartRow => {
        const row = { at, value, x: round(x + width / 2), y: round(y) };
        const before = earlier[index];
        return before ? { ...row, before } : row;
      })
      .filter((_, index) => (points.length - 1 - index) % table_every === 0),
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

/** Without those that would stand in the way of a newer one. */
function spread<Time extends { x: number }>(times: readonly Time[]): Time[] {
  const shown: Time[] = [];
  for (const time of times.toReversed()) if ((shown[0]?.x ?? Infinity) - time.x >= APART) shown.unshift(time);
  return shown;
}

/** The range ends at round numbers of the ticks' unit, where the ticks are. */
function valueScale(points: readonly ChartPoint[], from_zero: boolean, tick_unit: number) {
  const values = points.map(({ value }) => value / tick_unit);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = low === high ? Math.abs(low) * 0.01 || 1 : 0;
  const domain = from_zero ? [Math.min(0, low), Math.max(0, high) || 1] : [low - room, high + room];
  return scaleLinear(domain, [BOTTOM, TOP]).nice(VALUES);
}

function momentsOf(points: readonly ChartPoint[]) {
  const moments = points.map(({ at }) => new Date(at));
  const [first, last] = [moments[0]!, moments.at(-1)!];
  const x = scaleUtc([first, last], [0, 100]);
  const days = (last.getTime() - first.getTime()) / DAY_MS;
  const shown = days < TIMES ? x.ticks(TIMES) : daysBack(first, last, days);
  const times = shown.map((time) => ({ at: time.toISOString(), x: x(time) }));
  return { spots: moments.map((moment) => x(moment)), width: 0, times };
}

/** Days at equal distances up to the newest, which everybody asks for first. */
function daysBack(first: Date, last: Date, days: number): Date[] {
  const step = STEPS.find((each) => (each / days) * 100 >= APART) ?? Math.ceil((days * APART) / 100);
  const count = Math.floor(days / step) + 1;
  return Array.from({ length: count }, (_, back) => new Date(last.getTime() - back * step * DAY_MS))
    .filter((day) => day >= first)
    .toReversed();
}

function bandsOf(points: readonly ChartPoint[]) {
  const days = points.map(({ at }) => at);
  const x = scaleBand(days, [0, 100]).paddingInner(0.25);
  const spots = days.map((day) => x(day) ?? 0);
  const every = Math.ceil(days.length / (TIMES + 1));
  const times = days.map((at, index) => ({ at, x: (spots[index] ?? 0) + x.bandwidth() / 2 }));
  return { spots, width: x.bandwidth(), times: times.filter((_, index) => index % every === 0) };
}
