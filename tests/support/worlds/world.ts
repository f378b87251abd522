import type { Chain } from '#platform/chain/open-chain.ts';

/** A chain that a torture run plays with, through what every kind can do. */
export interface World {
  chain: Chain;
  /** Depth at which an ordinary payment is credited. */
  depth: number;
  /** Some payment to one or several of these addresses, of some size, sent or only begun. */
  pay(addresses: readonly string[], random: () => number): Promise<void>;
  /** A plain payment that is worth more than the minimum. */
  payEnough(address: string): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Replaces about this many blocks by others, with or without what they held. Answers how many it were. */
  reorganise(depth: number, random: () => number): Promise<number>;
  /** What the node says came to each address on the best chain. */
  received(addresses: readonly string[]): Promise<Map<string, bigint>>;
}

/** Mulberry32: a seed fixes the story of a run. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
