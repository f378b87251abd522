import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32 } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import type { Key } from './types.ts';

export interface DepositAddress {
  address: string;
  key: Key;
}

export type SegwitPrefix = 'bc' | 'tb' | 'bcrt' | 'ltc' | 'tltc' | 'rltc';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The P2WPKH address at `index`; its key is the output script. */
export function segwitAddress(branch: HDKey, index: number, prefix: SegwitPrefix): DepositAddress {
  const program = ripemd160(sha256(publicKeyAt(branch, index)));
  return { address: bech32.encode(prefix, [0, ...bech32.toWords(program)]), key: `0014${hex(program)}` };
}

/** The EIP-55 address at `index`; its key is the lower-case form. */
export function ethereumAddress(branch: HDKey, index: number): DepositAddress {
  const point = secp256k1.Point.fromBytes(publicKeyAt(branch, index)).toBytes(false);
  const address = checksummed(hex(keccak_256(point.slice(1)).slice(12)));
  return { address, key: address.toLowerCase() };
}

function publicKeyAt(branch: HDKey, index: number): Uint8Array {
  const key = branch.deriveChild(index).publicKey;
  if (!key) throw new Error(`no public key at index ${index}`);
  return key;
}

/** The EIP-55 spelling of an address, given as 40 digits. */
export function checksummed(lowerHex: string): string {
  const hash = hex(keccak_256(new TextEncoder().encode(lowerHex)));
  const letters = [...lowerHex].map((c, i) => (Number.parseInt(hash[i]!, 16) >= 8 ? c.toUpperCase() : c));
  return `0x${letters.join('')}`;
}
