import { createHash } from 'node:crypto';
import { type DepositAddress, ethereumAddress, type SegwitPrefix, segwitAddress } from './address.ts';
import { bitcoinLikeAdapter } from './bitcoin-like.ts';
import { withChecksum } from './descriptor.ts';
import { ethereumAdapter } from './ethereum.ts';
import { type RpcClient, rpcClient } from './json-rpc.ts';
import type { ChainAdapter, Coin } from './types.ts';
import { parseXpub } from './xpub.ts';

/** A chain that is followed: how to read it, and whose addresses on it are ours. */
export interface Chain {
  coin: Coin;
  adapter: ChainAdapter;
  rpc: RpcClient;
  xpubHash: Buffer;
  fingerprint: string;
  addressAt(index: number): DepositAddress;
  /** What the operator's own wallet imports to see these addresses. */
  descriptor: string;
  /** A local chain made for development: it may stand still, and begin anew. */
  development: boolean;
}

export type Chains = Partial<Record<Coin, Chain>>;

export interface ChainSettings {
  rpc_url: string;
  xpub: string;
  development?: boolean;
}

/** Throws when the extended key is not one that may be used; does not talk to the node. */
export function openChain(coin: Coin, { rpc_url, xpub, development = false }: ChainSettings): Chain {
  const { branch, prefix, fingerprint, range } = parseXpub(xpub);
  const rpc = rpcClient(rpc_url);
  const testing = prefix === 'tpub' || prefix === 'vpub';
  return {
    coin,
    rpc,
    adapter: coin === 'ETH' ? ethereumAdapter(rpc) : bitcoinLikeAdapter(rpc, coin),
    xpubHash: createHash('sha256').update(xpub.trim()).digest(),
    fingerprint,
    descriptor: coin === 'ETH' ? range : withChecksum(`wpkh(${range})`),
    addressAt: (index) =>
      coin === 'ETH'
        ? ethereumAddress(branch, index)
        : segwitAddress(branch, index, segwitPrefix(coin, testing, development)),
    development,
  };
}

function segwitPrefix(coin: 'BTC' | 'LTC', testing: boolean, development: boolean): SegwitPrefix {
  if (coin === 'BTC') return development ? 'bcrt' : testing ? 'tb' : 'bc';
  return development ? 'rltc' : testing ? 'tltc' : 'ltc';
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
