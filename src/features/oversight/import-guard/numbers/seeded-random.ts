import { createHash } from 'node:crypto';

/** Integers from 0 to `count` - 1; the same seed gives the same sequence. */
export type Random = (count: number) => number;

/** A stream of SHA-256 blocks derived from a seed: repeatable and without modulo bias. */
export function seededRandom(seed: string): Random {
  let block = Buffer.alloc(0);
  let at = 0;
  let index = 0;
  const next = () => {
    if (at === block.length) {
      block = createHash('sha256').update(`${seed}/${index++}`).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4);
  };
  return (count) => {
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % count);
    for (;;) {
      const value = next();
      if (value < limit) return value % count;
    }
  };
}
