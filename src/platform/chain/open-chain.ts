import { createHash } from 'node:crypto';
import { type DepositAddress, ethereumAddress, type SegwitPrefix, segwitAddress } from './address.ts';
import { addressOfKey } from './address-of-key.ts';
import { againstNetwork } from './against-network.ts';
import { bitcoinLikeAdapter } from './bitcoin-like.ts';
import { ethereumAdapter } from './ethereum.ts';
import { guardAdapter } from './guard-adapter.ts';
import { withChecksum } from './keys/descriptor.ts';
import { parseXpub } from './keys/xpub.ts';
import { type RpcClient, rpcClient } from './rpc/json-rpc.ts';
import type { ChainAdapter, Coin, Key, PauseReason } from './types.ts';

/** A chain that the shop follows: how to read it, and which of its addresses are ours. */
export interface Chain {
  coin: Coin;
  adapter: ChainAdapter;
  rpc: RpcClient;
  xpubHash: Buffer;
  fingerprint: string;
  /** The prefix that its wallet gives the key: xpub, zpub, … */
  keyKind: string;
  /** Derived once, then cached (bench/derive-addresses.ts: 0.8 ms for an address, 0.1 µs from the cache). */
  addressAt(index: number): DepositAddress;
  /** The address of anybody's key on this network; null where none stands for it. */
  addressOf(key: Key): string | null;
  /** What the operator's own wallet imports to see these addresses. */
  descriptor: string;
  /** Why a node with this identity is not on the network of our addresses; null when it is. */
  against(identity: string): PauseReason | null;
  /** A local development chain: it may pause, and it may start over. */
  development: boolean;
}

export type Chains = Partial<Record<Coin, Chain>>;

export interface ChainSettings {
  rpc_url: string;
  xpub: string;
  development?: boolean;
}

/** Addresses of a coin that are kept in memory: 200 bytes each. */
const CACHED = 20_000;

const KEYS: Record<Coin, readonly string[]> = {
  BTC: ['xpub', 'zpub', 'tpub', 'vpub'],
  LTC: ['xpub', 'zpub', 'Ltub', 'Mtub', 'tpub', 'vpub'],
  ETH: ['xpub', 'tpub'],
};

/** Throws when the extended key can't be used for this coin; does not contact the node. */
export function openChain(coin: Coin, { rpc_url, xpub, development = false }: ChainSettings): Chain {
  const { branch, prefix, fingerprint, range } = parseXpub(xpub);
  if (!KEYS[coin].includes(prefix)) throw new Error(`${prefix} keys are not for ${coin}: give ${KEYS[coin][0]}`);
  const rpc = rpcClient(rpc_url);
  const testing = prefix === 'tpub' || prefix === 'vpub';
  const derived = new Map<number, DepositAddress>();
  const derive = (index: number) =>
    coin === 'ETH'
      ? ethereumAddress(branch, index)
      : segwitAddress(branch, index, segwitPrefix(coin, testing, development));
  return {
    coin,
    rpc,
    adapter: guardAdapter(coin === 'ETH' ? ethereumAdapter(rpc) : bitcoinLikeAdapter(rpc, coin, { development })),
    xpubHash: createHash('sha256').update(xpub.trim()).digest(),
    fingerprint,
    keyKind: prefix,
    descriptor: coin === 'ETH' ? range : withChecksum(`wpkh(${range})`),
    addressAt(index) {
      const known = derived.get(index) ?? derive(index);
      // Set anew, it is the last one to go.
      derived.delete(index);
      derived.set(index, known);
      if (derived.size > CACHED) derived.delete(derived.keys().next().value!);
      return known;
    },
    addressOf: (key) =>
      addressOfKey(coin, key, { prefix: segwitPrefix(coin, testing, development), testing: testing || development }),
    against: (identity) => againstNetwork(coin, identity, { testing, development }),
    development,
  };
}

function segwitPrefix(coin: Coin, testing: boolean, development: boolean): SegwitPrefix {
  if (coin === 'LTC') return development ? 'rltc' : testing ? 'tltc' : 'ltc';
  return development ? 'bcrt' : testing ? 'tb' : 'bc';
}

/** Every chain that has settings. */
export function openChains(settings: Partial<Record<Coin, ChainSettings | null>>): Chains {
  const chains: Chains = {};
  for (const [coin, chain] of Object.entries(settings) as [Coin, ChainSettings | null | undefined][]) {
    if (chain) chains[coin] = openNamed(coin, chain);
  }
  return chains;
}

function openNamed(coin: Coin, settings: ChainSettings): Chain {
  try {
    return openChain(coin, settings);
  } catch (error) {
    throw new Error(`${coin}_XPUB: ${error instanceof Error ? error.message : error}`);
  }
}
