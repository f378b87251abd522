import { scaleLinear } from 'd3-scale';
import { area, curveBumpX } from 'd3-shape';

interface Flow {
  from: string;
  to: string;
  value: number;
}

export interface FlowNode {
  name: string;
  value: number;
  y: number;
  height: number;
}

/** A figure of flows, drawn by a page's loader: all in percent, so that d3 stays on the server. */
export interface FlowDrawing {
  from: FlowNode[];
  to: FlowNode[];
  ribbons: { key: string; path: string; from: string; to: string; value: number }[];
}

/** Percent of the height between two bars, room for the line of text at each: all gaps together leave the bars their part. */
const GAP = 5;
const GAPS = 60;
/** The least height of a bar. */
const MIN_HEIGHT = 0.6;
const BAR = 1.5;

/** Draws what flows from bars on the left to bars on the right, the largest at the top; null if nothing does. */
export function drawFlow(flows: readonly Flow[]): FlowDrawing | null {
  const merged = merge(flows);
  if (merged.length === 0) return null;
  const [left, right] = [sumsOf(merged, 'from'), sumsOf(merged, 'to')];
  const total = merged.reduce((sum, { value }) => sum + value, 0);
  const bars = Math.max(left.length, right.length);
  const gap = Math.min(GAP, GAPS / Math.max(1, bars - 1));
  // Thin bars are drawn higher than they are, for which all leave room.
  const scale = scaleLinear([0, total], [0, 100 - gap * (bars - 1) - MIN_HEIGHT * bars]);
  const [from, to] = [stack(left, scale, gap), stack(right, scale, gap)];
  const used = new Map<FlowNode, number>();
  const ribbons = merged.map((flow) => {
    const ends = [from.find(({ name }) => name === flow.from)!, to.find(({ name }) => name === flow.to)!] as const;
    const [start, end] = ends.map((node) => {
      const share = (flow.value / node.value) * node.height;
      const top = node.y + (used.get(node) ?? 0);
      used.set(node, (used.get(node) ?? 0) + share);
      return { top, bottom: top + share };
    }) as [Edge, Edge];
    return { key: `${flow.from} ${flow.to}`, path: pathBetween(start, end), ...flow };
  });
  return { from, to, ribbons };
}

interface Edge {
  top: number;
  bottom: number;
}

const ribbon = area<Edge & { x: number }>()
  .x(({ x }) => x)
  .y0(({ top }) => top)
  .y1(({ bottom }) => bottom)
  .curve(curveBumpX)
  .digits(2);

const pathBetween = (start: Edge, end: Edge): string =>
  ribbon([
    { x: BAR, ...start },
    { x: 100 - BAR, ...end },
  ]) ?? '';

function merge(flows: readonly Flow[]): Flow[] {
  const sums = new Map<string, Flow>();
  for (const { from, to, value } of flows) {
    const key = `${from} ${to}`;
    sums.set(key, { from, to, value: (sums.get(key)?.value ?? 0) + value });
  }
  return [...sums.values()].filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
}

function sumsOf(flows: readonly Flow[], side: 'from' | 'to'): { name: string; value: number }[] {
  const sums = new Map<string, number>();
  for (const flow of flows) sums.set(flow[side], (sums.get(flow[side]) ?? 0) + flow.value);
  return [...sums].map(([name, value]) => ({ name, value })).toSorted((a, b) => b.value - a.value);
}

/** One bar below the other, and the whole within the figure. */
function stack(
  sums: readonly { name: string; value: number }[],
  scale: (value: number) => number,
  gap: number,
): FlowNode[] {
  let y = 0;
  return sums.map(({ name, value }) => {
    const node = { name, value, y, height: Math.max(MIN_HEIGHT, scale(value)) };
    y += node.height + gap;
    return node;
  });
}
