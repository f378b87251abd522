import { setImmediate } from 'node:timers/promises';
import { buildTree, type Chunk } from './build-tree.ts';
import type { SortedLeaves } from './leaves.ts';

/** Pieces between two pauses: some ten milliseconds. */
const AT_ONCE = 32;

export interface GrownTree {
  chunks: Chunk[];
  root: Buffer;
}

/** Builds a tree without keeping the process from its other work. */
export async function growTree(leaves: SortedLeaves): Promise<GrownTree> {
  const tree = buildTree(leaves);
  const chunks: Chunk[] = [];
  for (let step = tree.next(); ; step = tree.next()) {
    if (step.done) return { chunks, root: step.value };
    chunks.push(step.value);
    if (chunks.length % AT_ONCE === 0) await setImmediate();
  }
}
