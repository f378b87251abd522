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

/** What a transaction as a whole used up and paid. */
export interface Spending {
  txid: string;
  /** How many outputs it used up; 1 on an account chain. */
  inputs: number;
  /** What it paid to whom; null where the chain hides a part of it. */
  paid: { key: Key; amount: bigint }[] | null;
  /** What it cost, where the chain says so: elsewhere it is what its inputs had beyond what it paid. */
  fee: bigint | null;
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

/** What a transaction pays to one key. */
export interface Paid {
  amount: bigint;
  /** Blocks from its own to the newest, both counted; zero while no block has it. */
  depth: number;
  /** Of its block, in Unix seconds; null while it has none. */
  time: number | null;
}

export interface ChainHealth {
  synced: boolean;
  tip: Tip;
  tipAgeSeconds: number;
}

/** What unspent outputs are searched by: a descriptor and, where it stands for many addresses, the index of the last one. */
export interface Scan {
  desc: string;
  range?: number;
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
  /** These transactions of a block, and the block's time in Unix seconds; null above the tip. */
  spendings(height: number, txids: ReadonlySet<string>): Promise<{ time: number; spendings: Spending[] } | null>;
  hints(watched: ReadonlySet<Key>): Promise<Hint[]>;
  /** Which of these outputs (`txid:index`) stand unspent in its best block. Chains of outputs alone. */
  areUnspent?(outputs: readonly string[]): Promise<boolean[]>;
  /** All that stands unspent by these descriptors in its best block: takes minutes. Chains of outputs alone. */
  scan?(scans: readonly Scan[]): Promise<{ units: bigint; at: Tip }>;
  /** Whether a transaction that the node knows uses up any of these inputs. */
  isSpent(spends: readonly string[]): Promise<boolean>;
  /** What a transaction pays to a key, directly; null if the node knows nothing of it, which one without an index may not. */
  paidBy(txid: string, key: Key): Promise<Paid | null>;
  health(): Promise<ChainHealth>;
  /** Balances at exactly this block. Account chains only. */
  balancesAt?(keys: readonly Key[], at: Tip): Promise<bigint[]>;
  /** Who paid a key from inside contracts in this block. Account chains only. */
  internalSenders?(key: Key, hash: string): Promise<Senders>;
  /** Whether this key has no balance and never sent anything. Account chains only. */
  isUnused?(key: Key): Promise<boolean>;
}
