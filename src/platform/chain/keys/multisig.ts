import { sha256 } from '@noble/hashes/sha2.js';
import type { HDKey } from '@scure/bip32';
import { parseCosigner } from './xpub.ts';

/** A wallet that several keys share, of which some have to sign. */
export interface Multisig {
  /** The descriptor of both branches, without checksum and without where the keys come from. */
  source: string;
  /** Whether its keys are of a test network. */
  testing: boolean;
  /** For receiving and for change. */
  branches: { descriptor: string; programAt(index: number): Uint8Array }[];
}

const SORTED = /^wsh\(sortedmulti\((\d{1,2}),(.+)\)\)$/;
const COSIGNER = /^(?:\[[0-9a-fA-F]{8}(?:\/\d+['hH]?)*\])?([1-9A-HJ-NP-Za-km-z]+)(?:\/(?:0|1|<0;1>)\/\*)?$/;
/** A script of more compressed keys is longer than what P2SH wallets take; no device makes one. */
const MAX_KEYS = 15;
const [PUSH_33, CHECKMULTISIG] = [0x21, 0xae];
const opcodeOf = (number: number) => 0x50 + number;

/** Whether a text is meant as such a descriptor. */
export const isMultisig = (descriptor: string): boolean => SORTED.test(descriptor);

/**
 * Reads `wsh(sortedmulti(k,…))`, the descriptor of native segwit wallets of several keys (BIP 67, BIP 383), each the extended key of an
 * account. Throws a PrivateKeyError for what can spend, and an Error for anything else.
 */
export function parseMultisig(descriptor: string): Multisig {
  const [, required = '', list = ''] = SORTED.exec(descriptor) ?? [];
  const keys = list.split(',').map((text) => {
    const [, key] = COSIGNER.exec(text) ?? [];
    if (!key) throw new Error('not the extended key of an account');
    return parseCosigner(key);
  });
  const threshold = Number(required);
  if (threshold < 1 || threshold > keys.length || keys.length > MAX_KEYS)
    throw new Error(`${required} of ${keys.length} keys can't sign`);
  if (new Set(keys.map(({ plain }) => plain)).size < keys.length) throw new Error('a key stands there twice');
  const { testing } = keys[0]!;
  if (keys.some((key) => key.testing !== testing)) throw new Error('keys of two networks');
  const written = (path: string) =>
    `wsh(sortedmulti(${threshold},${keys.map(({ plain }) => `${plain}/${path}/*`).join(',')}))`;
  return {
    source: written('<0;1>'),
    testing,
    branches: [0, 1].map((branch) => {
      const parents = keys.map(({ key }) => key.deriveChild(branch));
      return {
        descriptor: written(String(branch)),
        programAt: (index) => sha256(scriptOf(threshold, parents, index)),
      };
    }),
  };
}

function scriptOf(threshold: number, parents: readonly HDKey[], index: number): Uint8Array {
  const keys = parents.map((parent) => parent.deriveChild(index).publicKey!).toSorted(Buffer.compare);
  const pushed = keys.flatMap((key) => [PUSH_33, ...key]);
  return Uint8Array.of(opcodeOf(threshold), ...pushed, opcodeOf(keys.length), CHECKMULTISIG);
}
