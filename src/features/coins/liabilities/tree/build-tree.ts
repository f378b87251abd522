import type { SortedLeaves } from './leaves.ts';
import { NODE_BYTES, writeParent } from './node.ts';

/** A proof reads one piece for each eight steps to the root, and hashes it again. */
export const CHUNK_NODES = 256;

/** So small a shop would tell how many balances it has. */
const MIN_HEIGHT = 10;

/** Nodes of one level that lie side by side. */
export interface Chunk {
  level: number;
  position: number;
  /** The least key of a leaf below it; 0 in the first, so that every key has its place. */
  first_key: number;
  nodes: Buffer;
}

/** Steps from the leaves to the root of a tree for so many balances. */
export const heightFor = (count: number): number => Math.max(MIN_HEIGHT, Math.ceil(Math.log2(Math.max(count, 1))));

/** All pieces of a tree, lower levels first, and at last its root. The number of leaves is a power of two. */
export function* buildTree(leaves: SortedLeaves): Generator<Chunk, Buffer> {
  let level = yield* chunksOf(0, leaves);
  for (let height = 1; level.size > 1; height++) level = yield* chunksOf(height, level);
  const root = Buffer.alloc(NODE_BYTES);
  level.copy(0, root, 0);
  return root;
}

/** The pieces of a level; returns their roots, which are the level above. */
function* chunksOf(level: number, nodes: SortedLeaves): Generator<Chunk, SortedLeaves> {
  const size = Math.min(CHUNK_NODES, nodes.size);
  const roots = Buffer.alloc((nodes.size / size) * NODE_BYTES);
  const keys = new Float64Array(nodes.size / size);
  for (let position = 0; position < keys.length; position++) {
    const first = position * size;
    keys[position] = position === 0 ? 0 : nodes.keyAt(first);
    // Once in two thousand years for a million leaves: the next try has other salts.
    if (level === 0 && position > 0 && nodes.keyAt(first - 1) === keys[position])
      throw new Error('two leaves with one key stand in two pieces');
    const chunk = Buffer.alloc(size * NODE_BYTES);
    for (let index = 0; index < size; index++) nodes.copy(first + index, chunk, index * NODE_BYTES);
    yield { level, position, first_key: keys[position]!, nodes: chunk };
    rowsOf(chunk)
      .at(-1)!
      .copy(roots, position * NODE_BYTES);
  }
  return {
    size: keys.length,
    keyAt: (index) => keys[index]!,
    copy: (index, into, at) => void roots.copy(into, at, index * NODE_BYTES, (index + 1) * NODE_BYTES),
  };
}

/** The rows of nodes above and with these, up to the one that has a single node. */
export function rowsOf(nodes: Buffer): Buffer[] {
  const rows = [nodes];
  for (let below = nodes; below.length > NODE_BYTES; ) {
    const row = Buffer.alloc(below.length / 2);
    for (let at = 0; at < row.length; at += NODE_BYTES) writeParent(row, at, below, 2 * at);
    rows.push(row);
    below = row;
  }
  return rows;
}
