import type { PauseCode } from '#contracts/coins/watcher.ts';
import type { Coin } from '#contracts/coins.ts';

export type { Coin };

/** What the scanner matches: the output script in hex (BTC, LTC) or the lower-case address (ETH). */
export type Key = string;

/** Why a chain is paused: a code and the values for its message. */
export interface PauseReason {
  code: PauseCode;
  facts: Record<string, string | number>;
}

export interface Tip {
  height: number;
  hash: string;
}

/** An output of a transaction, in the coin's smallest units. */
export interface Output {
  n: number;
  amount: bigint;
}

/** What a transaction pays to a key: all of its outputs to it together. */
export interface Transfer {
  txid: string;
  /** Of its first output. */
  n: number;
  key: Key;
  /** The sum of its outputs. */
  amount: bigint;
  /** Each of them, where it pays the key by several. */
  outputs?: Output[];
  /** Minimum depth regardless of policy: 100 for a coinbase, 6 for a Litecoin peg-out, else 0. */
  minDepth: number;
  /** Keys that paid, as far as the node reports them. */
  senders: Key[];
  /** Who may have paid, where `senders` can't be told. */
  possibleSenders?: Key[];
  /** The inputs it uses up (`txid:index`, or `sender:nonce` on ETH); empty where the chain hides them. */
  spends: string[];
}

/** `possible`: who may have paid, where the node doesn't tell who did. */
export interface Senders {
  senders: Key[];
  possible: Key[];
}

export interface Outflow {
  txid: string;
  key: Key;
  /** With the fee on an account chain; elsewhere the output (`txid:index`) that it uses up whole. */
  left: bigint | string;
}

export interface Block {
  height: number;
  hash: string;
  parent: string;
  /** Unix seconds, as the miner claims: may be two hours off. */
  time: number;
  transfers: Transfer[];
  /** What left watched keys. */
  outflows: Outflow[];
}

/** An unconfirmed transfer: good for display and for the time it was first seen, never for money. */
export interface Hint {
  txid: string;
  key: Key;
  /** As in `Transfer`. */
  amount: bigint;
  outputs?: Output[];
  /** As in `Transfer`. */
  senders: Key[];
  spends: string[];
}

export interface ChainHealth {
  synced: boolean;
  tip: Tip;
  tipAgeSeconds: number;
}

export interface ChainAdapter {
  readonly coin: Coin;
  /** Identifies the chain as `network:genesis`, so that a cursor never continues on a different chain. */
  identity(): Promise<string>;
  tip(): Promise<Tip>;
  /** null above the tip; a failing node is an error, never null. */
  hashAt(height: number): Promise<string | null>;
  /** null above the tip, and when the chain was reorganised during the read. */
  block(height: number, watched: ReadonlySet<Key>): Promise<Block | null>;
  hints(watched: ReadonlySet<Key>): Promise<Hint[]>;
  /** Which of these outputs (`txid:index`) stand unspent in its best block. Chains of outputs alone. */
  areUnspent?(outputs: readonly string[]): Promise<boolean[]>;
  /** Whether a transaction that the node knows uses up any of these inputs. */
  isSpent(spends: readonly string[]): Promise<boolean>;
  health(): Promise<ChainHealth>;
  /** Balances at exactly this block. Account chains only. */
  balancesAt?(keys: readonly Key[], at: Tip): Promise<bigint[]>;
  /** Who paid a key from inside contracts in this block. Account chains only. */
  internalSenders?(key: Key, hash: string): Promise<Senders>;
  /** Whether this key has no balance and never sent anything. Account chains only. */
  isUnused?(key: Key): Promise<boolean>;
}
