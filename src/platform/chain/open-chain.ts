import { createHash } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { type DepositAddress, ethereumAddress, type SegwitPrefix, segwitAddress } from './address.ts';
import { addressKey } from './address-key.ts';
import { addressOfKey } from './address-of-key.ts';
import { againstNetwork } from './against-network.ts';
import { bitcoinLikeAdapter } from './bitcoin-like.ts';
import { ethereumAdapter } from './ethereum.ts';
import { guardAdapter } from './guard-adapter.ts';
import { withChecksum } from './keys/descriptor.ts';
import { isMultisig, parseMultisig } from './keys/multisig.ts';
import { parseXpub } from './keys/xpub.ts';
import { type RpcClient, rpcClient } from './rpc/json-rpc.ts';
import type { ChainAdapter, Coin, Key, PauseReason, Scan } from './types.ts';

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
  /** Where a wallet of the same account pays itself change: the first addresses, if the account's key was given. Derived once. */
  changeKeys(): ReadonlySet<Key>;
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
/** Addresses for change that are known: each payment that leaves takes one, and deriving them takes half a second. */
const CHANGE_ADDRESSES = 500;

const KEYS: Record<Coin, readonly string[]> = {
  BTC: ['xpub', 'zpub', 'tpub', 'vpub'],
  LTC: ['xpub', 'zpub', 'Ltub', 'Mtub', 'tpub', 'vpub'],
  ETH: ['xpub', 'tpub'],
};

/** Throws when the extended key can't be used for this coin; does not contact the node. */
export function openChain(coin: Coin, { rpc_url, xpub, development = false }: ChainSettings): Chain {
  const { branch, change, prefix, fingerprint, range } = parseXpub(xpub);
  if (!KEYS[coin].includes(prefix)) throw new Error(`${prefix} keys are not for ${coin}: give ${KEYS[coin][0]}`);
  const rpc = rpcClient(rpc_url);
  const testing = isTesting(prefix);
  const derived = new Map<number, DepositAddress>();
  const derive = addressesOf(coin, segwitPrefix(coin, testing, development));
  let changeKeys: ReadonlySet<Key> | undefined;
  return {
    coin,
    rpc,
    adapter: guardAdapter(coin === 'ETH' ? ethereumAdapter(rpc) : bitcoinLikeAdapter(rpc, coin, { development })),
    xpubHash: createHash('sha256').update(xpub.trim()).digest(),
    fingerprint,
    keyKind: prefix,
    descriptor: coin === 'ETH' ? range : withChecksum(`wpkh(${range})`),
    addressAt(index) {
      const known = derived.get(index) ?? derive(branch, index);
      // Set anew, it is the last one to go.
      derived.delete(index);
      derived.set(index, known);
      if (derived.size > CACHED) derived.delete(derived.keys().next().value!);
      return known;
    },
    changeKeys() {
      // Nobody sends change in Ether.
      const branches = change && coin !== 'ETH' ? [change.branch] : [];
      const indexes = Array.from({ length: CHANGE_ADDRESSES }, (_, index) => index);
      changeKeys ??= new Set(branches.flatMap((one) => indexes.map((index) => derive(one, index).key)));
      return changeKeys;
    },
    addressOf: (key) =>
      addressOfKey(coin, key, { prefix: segwitPrefix(coin, testing, development), testing: testing || development }),
    against: (identity) => againstNetwork(coin, identity, { testing, development }),
    development,
  };
}

/** A wallet that the shop doesn't spend from, seen by its public keys. */
export interface WatchedWallet {
  kind: 'address' | 'xpub' | 'multisig';
  /** The address, the extended public key, or the descriptor of several. */
  source: string;
  /** Its addresses: of each branch of extended keys the first ones. */
  addresses: DepositAddress[];
  /** What a node is asked for, to find all that it holds. */
  scans: Scan[];
}

/** Addresses of each branch that are watched: a wallet that used more would seem to hold less. */
const WALLET_ADDRESSES = 200;
const SINGLE_KEY = /^wpkh\((?:\[[^\]]*\])?(\w+)(?:\/(?:0|1|<0;1>)\/\*)?\)$/;

/**
 * Reads an address, an extended public key or the descriptor of a single key or of several on a chain's network. Throws a
 * PrivateKeyError for what can spend, and an Error for anything else. `count` addresses of each branch are derived.
 */
export function openWallet(chain: Chain, text: string, count = WALLET_ADDRESSES): WatchedWallet {
  const { coin, keyKind, development, addressOf } = chain;
  const key = addressKey(text);
  if (key !== null) {
    const address = addressOf(key);
    if (address?.toLowerCase() !== text.toLowerCase()) throw new Error(`not an address of ${coin}`);
    return { kind: 'address', source: address, addresses: [{ address, key }], scans: [{ desc: `addr(${address})` }] };
  }
  const [descriptor = '', checksum] = text.split('#');
  if (checksum !== undefined && withChecksum(descriptor) !== text) throw new Error('the checksum does not fit');
  if (isMultisig(descriptor)) return openMultisig(chain, descriptor, count);
  const source = SINGLE_KEY.exec(descriptor)?.[1] ?? text;
  const { branch, change, prefix, range } = parseXpub(source);
  const testing = isTesting(keyKind);
  if (!KEYS[coin].includes(prefix) || isTesting(prefix) !== testing)
    throw new Error(`${prefix} keys are not of this network`);
  const derive = addressesOf(coin, segwitPrefix(coin, testing, development));
  // Nobody sends change in Ether.
  const branches = [{ branch, range }, ...(change && coin !== 'ETH' ? [change] : [])];
  const first = Array.from({ length: count }, (_, index) => index);
  return {
    kind: 'xpub',
    source,
    addresses: branches.flatMap((one) => first.map((index) => derive(one.branch, index))),
    scans: branches.map((one) => ({ desc: withChecksum(`wpkh(${one.range})`), range: WALLET_ADDRESSES - 1 })),
  };
}

/** A wallet of several keys: its addresses stand for their script (P2WSH). */
function openMultisig({ coin, keyKind, addressOf }: Chain, descriptor: string, count: number): WatchedWallet {
  if (coin === 'ETH') throw new Error('descriptors are not for ETH');
  const { source, testing, branches } = parseMultisig(descriptor);
  if (testing !== isTesting(keyKind)) throw new Error('the keys are not of this network');
  const first = Array.from({ length: count }, (_, index) => index);
  return {
    kind: 'multisig',
    source,
    addresses: branches.flatMap(({ programAt }) =>
      first.map((index) => {
        const key = `0020${Buffer.from(programAt(index)).toString('hex')}`;
        return { address: addressOf(key)!, key };
      }),
    ),
    scans: branches.map((one) => ({ desc: withChecksum(one.descriptor), range: WALLET_ADDRESSES - 1 })),
  };
}

const isTesting = (prefix: string) => prefix === 'tpub' || prefix === 'vpub';

const addressesOf = (coin: Coin, prefix: SegwitPrefix) => (branch: HDKey, index: number) =>
  coin === 'ETH' ? ethereumAddress(branch, index) : segwitAddress(branch, index, prefix);

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
