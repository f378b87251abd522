import type { Coin } from '#contracts/coins.ts';
import type { PauseCode } from '#contracts/watcher.ts';

export type { Coin };

/** What the scanner matches: the output script in hex (BTC, LTC) or the lower-case address (ETH). */
export type Key = string;

/** Why a chain is paused: a code and what its sentence names. */
export interface PauseReason {
  code: PauseCode;
  facts: Record<string, string | number>;
}

export interface Tip {
  height: number;
  hash: string;
}

export interface Transfer {
  txid: string;
  n: number;
  key: Key;
  amount: bigint;
  /** Depth this transfer needs whatever the policy says: a coinbase 100, a Litecoin peg-out 6, else 0. */
  minDepth: number;
  /** Keys that paid, as far as the node tells. */
  senders: Key[];
}

export interface Outflow {
  key: Key;
  amount: bigint;
}

export interface Block {
  height: number;
  hash: string;
  parent: string;
  /** Unix seconds, as the miner claims: may be two hours off. */
  time: number;
  transfers: Transfer[];
  /** What left watched keys, fees included. Account chains only. */
  outflows: Outflow[];
}

/** An unconfirmed sighting: good for display and for the time of first sight, never for money. */
export interface Hint {
  txid: string;
  key: Key;
  amount: bigint;
  /** As for transfers. */
  senders: Key[];
}

export interface ChainHealth {
  synced: boolean;
  tip: Tip;
  tipAgeSeconds: number;
}

export interface ChainAdapter {
  readonly coin: Coin;
  /** Tells one chain from another, `network:genesis`, so that a cursor never moves on to a foreign chain. */
  identity(): Promise<string>;
  tip(): Promise<Tip>;
  /** null above the tip; a failing node is an error, never null. */
  hashAt(height: number): Promise<string | null>;
  /** null above the tip, and when the chain moved while it was read. */
  block(height: number, watched: ReadonlySet<Key>): Promise<Block | null>;
  hints(watched: ReadonlySet<Key>): Promise<Hint[]>;
  health(): Promise<ChainHealth>;
  /** Balances as of exactly this block. Account chains only. */
  balancesAt?(keys: readonly Key[], at: Tip): Promise<bigint[]>;
  /** Whether nothing ever came to or left this key. Account chains only. */
  isUnused?(key: Key): Promise<boolean>;
}
