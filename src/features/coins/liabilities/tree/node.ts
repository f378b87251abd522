import { hash } from 'node:crypto';

/**
 * A node is a sum in cents (8 bytes, big endian) and a SHA-256. A parent hashes both sums of its children and both hashes:
 * with their total alone, a sum could be moved between them unseen.
 */
export const NODE_BYTES = 40;
const SUM_BYTES = 8;

/** Leaves, parents and padding hash a first byte of their own, so that none passes for another. */
const [LEAF, PARENT, PADDING] = [0, 1, 2];

export interface Leaf {
  /** Of the published sum. */
  number: number;
  /** 32 bytes. */
  salt: Uint8Array;
  owner_id: string;
  cents: number;
}

/** Writes the node of a leaf. */
export function writeLeaf(into: Buffer, at: number, { number, salt, owner_id, cents }: Leaf): void {
  const text = Buffer.alloc(1 + SUM_BYTES + 32 + 16 + SUM_BYTES);
  text[0] = LEAF!;
  text.writeBigUInt64BE(BigInt(number), 1);
  text.set(salt, 9);
  text.set(Buffer.from(owner_id.replaceAll('-', ''), 'hex'), 41);
  writeSum(text, 57, cents);
  writeNode(into, at, cents, text);
}

/** Writes a node that owes nothing to nobody. */
export const writePadding = (into: Buffer, at: number, salt: Uint8Array): void =>
  writeNode(into, at, 0, Buffer.concat([Buffer.of(PADDING!), salt]));

/** Writes the parent of the two nodes that stand at `left` and behind it. */
export function writeParent(into: Buffer, at: number, nodes: Buffer, left: number): void {
  const children = nodes.subarray(left, left + 2 * NODE_BYTES);
  const cents = sumAt(children, 0) + sumAt(children, NODE_BYTES);
  writeNode(into, at, cents, Buffer.concat([Buffer.of(PARENT!), children]));
}

export const sumAt = (nodes: Buffer, at: number): number => Number(nodes.readBigUInt64BE(at));

export const hashAt = (nodes: Buffer, at: number): Buffer => nodes.subarray(at + SUM_BYTES, at + NODE_BYTES);

function writeNode(into: Buffer, at: number, cents: number, text: Buffer): void {
  writeSum(into, at, cents);
  into.set(hash('sha256', text, 'buffer'), at + SUM_BYTES);
}

/** Beyond what a number holds exactly, a sum would be rounded; below zero, it would hide what others are owed. */
function writeSum(into: Buffer, at: number, cents: number): void {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is no sum in cents`);
  into.writeBigUInt64BE(BigInt(cents), at);
}
