import type { Chain } from '#platform/chain/open-chain.ts';

/** A chain for a torture run, with the operations that every kind supports. */
export interface World {
  chain: Chain;
  /** Depth at which an ordinary payment is credited. */
  depth: number;
  /** A random payment to one or more of these addresses, which may be replaced before it is mined. */
  pay(addresses: readonly string[], random: () => number): Promise<void>;
  /** A plain payment that is worth more than the minimum. */
  payEnough(address: string): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Replaces about this many blocks, with or without their transactions. Returns how many. */
  reorganise(depth: number, random: () => number): Promise<number>;
  /** What each address received on the best chain, according to the node. */
  received(addresses: readonly string[]): Promise<Map<string, bigint>>;
}

/** Mulberry32: the seed determines the whole run. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
