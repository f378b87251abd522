import type { BalanceProof } from '#contracts/coins/liabilities.ts';
import { type Chunk, rowsOf } from './build-tree.ts';
import { hashAt, type Leaf, NODE_BYTES, sumAt, writeLeaf } from './node.ts';

/**
 * An owner's balance and path, from the pieces that lie above the key of its salt, lowest first; null if there is no leaf of
 * theirs. The leaf is found by its hash: nothing else says whose it is.
 */
export function findPath(
  chunks: readonly Pick<Chunk, 'position' | 'nodes'>[],
  owner: Omit<Leaf, 'cents'>,
): Pick<BalanceProof, 'cents' | 'path'> | null {
  const [lowest] = chunks;
  const index = lowest ? indexOf(lowest.nodes, owner) : -1;
  if (!lowest || index < 0) return null;
  // Within a piece, its own position says where its root stands in the piece above.
  const indexes = [index, ...chunks.map(({ nodes, position }, level) => position % sizeAbove(chunks, level, nodes))];
  const path = chunks.flatMap(({ nodes }, level) => pathIn(nodes, indexes[level]!));
  return { cents: sumAt(lowest.nodes, index * NODE_BYTES), path };
}

const sizeAbove = (chunks: readonly Pick<Chunk, 'nodes'>[], level: number, nodes: Buffer): number =>
  (chunks[level + 1]?.nodes ?? nodes).length / NODE_BYTES;

function indexOf(nodes: Buffer, owner: Omit<Leaf, 'cents'>): number {
  const own = Buffer.alloc(NODE_BYTES);
  for (let at = 0; at < nodes.length; at += NODE_BYTES) {
    writeLeaf(own, 0, { ...owner, cents: sumAt(nodes, at) });
    if (own.equals(nodes.subarray(at, at + NODE_BYTES))) return at / NODE_BYTES;
  }
  return -1;
}

/** The siblings on the way from a node to the root of its piece. */
const pathIn = (nodes: Buffer, index: number): BalanceProof['path'] =>
  rowsOf(nodes)
    .slice(0, -1)
    .map((row, step) => {
      const place = index >> step;
      const at = (place ^ 1) * NODE_BYTES;
      return {
        side: place % 2 === 1 ? 'left' : 'right',
        cents: sumAt(row, at),
        hash: hashAt(row, at).toString('hex'),
      };
    });
