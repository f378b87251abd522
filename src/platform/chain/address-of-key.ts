import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { checksummed, type SegwitPrefix } from './address.ts';
import { addressKey } from './address-key.ts';
import type { Coin, Key } from './types.ts';

const base58check = createBase58check(sha256);
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Version bytes of base58 addresses: for a key's hash and for a script's. */
const VERSIONS = { BTC: [0x00, 0x05], LTC: [0x30, 0x32] } as const;
const TESTING = { BTC: [0x6f, 0xc4], LTC: [0x6f, 0x3a] } as const;

interface Network {
  prefix: SegwitPrefix;
  testing: boolean;
}

/** The address whose key this is, as a wallet takes it; null for a script that no address stands for. */
export function addressOfKey(coin: Coin, key: Key, { prefix, testing }: Network): string | null {
  const written = coin === 'ETH' ? etherAddress(key) : scriptAddress(key, (testing ? TESTING : VERSIONS)[coin], prefix);
  // What doesn't lead back to the same key isn't its address.
  return written !== null && addressKey(written) === key ? written : null;
}

const etherAddress = (key: Key) => (/^0x[0-9a-f]{40}$/.test(key) ? checksummed(key.slice(2)) : null);

function scriptAddress(key: Key, [ofKey, ofScript]: readonly [number, number], prefix: SegwitPrefix): string | null {
  const legacy = /^76a914([0-9a-f]{40})88ac$/.exec(key)?.[1];
  if (legacy) return base58check.encode(Uint8Array.of(ofKey, ...bytes(legacy)));
  const wrapped = /^a914([0-9a-f]{40})87$/.exec(key)?.[1];
  if (wrapped) return base58check.encode(Uint8Array.of(ofScript, ...bytes(wrapped)));
  const [, opcode = '', program = ''] = /^(00|5[1-9a-f]|60)(?:14|20)([0-9a-f]{40}|[0-9a-f]{64})$/.exec(key) ?? [];
  if (!program) return null;
  const version = opcode === '00' ? 0 : Number.parseInt(opcode, 16) - 0x50;
  const words = (version === 0 ? bech32 : bech32m).toWords(bytes(program));
  return (version === 0 ? bech32 : bech32m).encode(prefix, [version, ...words]);
}
