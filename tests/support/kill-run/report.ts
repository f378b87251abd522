import type { History } from './history.ts';
import { type Kind, kinds } from './kills.ts';

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Kills and milliseconds until ready by kind, and acknowledged effects by kind, as two lines. */
export function progress(readyMs: ReadonlyMap<Kind, number[]>, history: History, breaches: number): string {
  const done = kinds.flatMap((kind) => {
    const times = readyMs.get(kind) ?? [];
    return times.length === 0
      ? []
      : [`${kind} ${times.length} (ready p50 ${median(times)} max ${Math.max(...times)} ms)`];
  });
  const total = [...readyMs.values()].flat().length;
  const counts = Object.entries(history.counts()).map(([name, count]) => `${name} ${count}`);
  return `${total} kills: ${done.join(', ')}\n  acknowledged: ${counts.join(', ')}; breaches: ${breaches}\n`;
}
