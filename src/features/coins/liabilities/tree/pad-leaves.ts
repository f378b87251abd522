import { setImmediate } from 'node:timers/promises';
import type { Leaves } from './leaves.ts';

const PAGE = 2_000;

/** Fills leaves up to a size, without keeping the process from its other work. */
export async function padLeaves(leaves: Leaves, size: number, saltOf: (index: number) => Uint8Array): Promise<void> {
  for (let first = leaves.count; first < size; first += PAGE) {
    leaves.pad(Array.from({ length: Math.min(PAGE, size - first) }, (_, index) => saltOf(first + index)));
    await setImmediate();
  }
}
