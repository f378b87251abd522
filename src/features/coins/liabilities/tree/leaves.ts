import { setImmediate } from 'node:timers/promises';
import { type Leaf, NODE_BYTES, writeLeaf, writePadding } from './node.ts';

const KEY_BYTES = 6;
const RECORD_BYTES = KEY_BYTES + NODE_BYTES;
/** Sorted at once: 4,096 of a million. */
const BUCKETS = 256;
const BUCKET_WIDTH = 2 ** (8 * KEY_BYTES) / BUCKETS;

/** Where a leaf is put: by its salt, so that the order says nothing about its owner, and is another each night. */
export const keyOf = (salt: Uint8Array): number => Buffer.from(salt).readUIntBE(0, KEY_BYTES);

/** Leaves as they come, each with its key: 46 bytes, so that a million of them need no gigabyte. */
export interface Leaves {
  /** Without padding. */
  readonly count: number;
  readonly total_cents: number;
  add(leaves: readonly Leaf[]): void;
  /** Adds leaves that owe nothing. */
  pad(salts: readonly Uint8Array[]): void;
  /** All of them in the order of their keys. */
  sort(): Promise<SortedLeaves>;
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
  const addPage = (salts: readonly Uint8Array[], write: (page: Buffer, at: number, index: number) => void) => {
    const page = Buffer.alloc(salts.length * RECORD_BYTES);
    for (const [index, salt] of salts.entries()) {
      page.set(salt.subarray(0, KEY_BYTES), index * RECORD_BYTES);
      write(page, index * RECORD_BYTES + KEY_BYTES, index);
    }
    pages.push(page);
  };
  return {
    get count() {
      return count;
    },
    get total_cents() {
      return total_cents;
    },
    add(leaves) {
      addPage(
        leaves.map(({ salt }) => salt),
        (page, at, index) => writeLeaf(page, at, leaves[index]!),
      );
      count += leaves.length;
      for (const { cents } of leaves) total_cents += cents;
    },
    pad(salts) {
      addPage(salts, (page, at, index) => writePadding(page, at, salts[index]!));
    },
    sort: () => sortRecords(Buffer.concat(pages)),
  };
}

/** A million records at once would keep the process from its other work for a second. */
async function sortRecords(records: Buffer): Promise<SortedLeaves> {
  const size = records.length / RECORD_BYTES;
  const keys = new Float64Array(size);
  const ends = new Uint32Array(BUCKETS);
  for (let index = 0; index < size; index++) {
    keys[index] = records.readUIntBE(index * RECORD_BYTES, KEY_BYTES);
    ends[Math.floor(keys[index]! / BUCKET_WIDTH)]!++;
  }
  for (let bucket = 1; bucket < BUCKETS; bucket++) ends[bucket]! += ends[bucket - 1]!;
  const order = new Uint32Array(size);
  const next = Uint32Array.from(ends);
  for (let index = 0; index < size; index++) order[--next[Math.floor(keys[index]! / BUCKET_WIDTH)]!] = index;
  for (const [bucket, end] of ends.entries()) {
    order.subarray(next[bucket], end).sort((a, b) => keys[a]! - keys[b]!);
    await setImmediate();
  }
  return {
    size,
    keyAt: (index) => keys[order[index]!]!,
    copy(index, into, at) {
      const start = order[index]! * RECORD_BYTES + KEY_BYTES;
      records.copy(into, at, start, start + NODE_BYTES);
    },
  };
}
