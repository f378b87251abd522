import { type Leaf, NODE_BYTES, writeLeaf, writePadding } from './node.ts';

const KEY_BYTES = 6;
const RECORD_BYTES = KEY_BYTES + NODE_BYTES;

/** Where a leaf is put: by its salt, so that the order says nothing about its owner, and is another each night. */
export const keyOf = (salt: Uint8Array): number => Buffer.from(salt).readUIntBE(0, KEY_BYTES);

/** Leaves as they come, each with its key: 46 bytes, so that a million of them need no gigabyte. */
export interface Leaves {
  readonly count: number;
  readonly total_cents: number;
  add(leaves: readonly Leaf[]): void;
  /** All of them and as much padding, in the order of their keys. */
  sorted(size: number, paddingSalt: (index: number) => Uint8Array): SortedLeaves;
}

export interface SortedLeaves {
  size: number;
  keyAt(index: number): number;
  copy(index: number, into: Buffer, at: number): void;
}

export function createLeaves(): Leaves {
  const pages: Buffer[] = [];
  let count = 0;
  let total_cents = 0;
  return {
    get count() {
      return count;
    },
    get total_cents() {
      return total_cents;
    },
    add(leaves) {
      const page = Buffer.alloc(leaves.length * RECORD_BYTES);
      for (const [index, leaf] of leaves.entries()) {
        page.set(leaf.salt.subarray(0, KEY_BYTES), index * RECORD_BYTES);
        writeLeaf(page, index * RECORD_BYTES + KEY_BYTES, leaf);
        total_cents += leaf.cents;
      }
      pages.push(page);
      count += leaves.length;
    },
    sorted(size, paddingSalt) {
      const padding = Buffer.alloc((size - count) * RECORD_BYTES);
      for (let index = 0; index < size - count; index++) {
        const salt = paddingSalt(index);
        padding.set(salt.subarray(0, KEY_BYTES), index * RECORD_BYTES);
        writePadding(padding, index * RECORD_BYTES + KEY_BYTES, salt);
      }
      return sort(Buffer.concat([...pages, padding]), size);
    },
  };
}

function sort(records: Buffer, size: number): SortedLeaves {
  const keys = Float64Array.from({ length: size }, (_, index) => records.readUIntBE(index * RECORD_BYTES, KEY_BYTES));
  const order = Uint32Array.from({ length: size }, (_, index) => index).sort((a, b) => keys[a]! - keys[b]!);
  return {
    size,
    keyAt: (index) => keys[order[index]!]!,
    copy(index, into, at) {
      const start = order[index]! * RECORD_BYTES + KEY_BYTES;
      records.copy(into, at, start, start + NODE_BYTES);
    },
  };
}
