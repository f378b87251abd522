import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { Key } from './types.ts';

const base58check = createBase58check(sha256);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const SEGWIT = /^(bc|tb|bcrt|ltc|tltc|rltc)1/i;
/** Version bytes of base58 addresses, main and test networks of Bitcoin and Litecoin. */
const KEY_HASH = new Set([0x00, 0x30, 0x6f]);
const SCRIPT_HASH = new Set([0x05, 0x32, 0xc4, 0x3a]);

/** The key that matches transfers to or from this address, however it is written; null if it isn't an address. */
export function addressKey(text: string): Key | null {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  try {
    return SEGWIT.test(text) ? segwitScript(text.toLowerCase() as `${string}1${string}`) : base58Script(text);
  } catch {
    return null;
  }
}

function segwitScript(text: `${string}1${string}`): Key | null {
  // Version 0 uses the bech32 checksum, later versions use bech32m.
  const { words } = bech32.decodeUnsafe(text) ?? bech32m.decode(text);
  const [version = 0, ...rest] = words;
  const program = bech32.fromWords(rest);
  if (version > 16 || program.length < 2 || program.length > 40) return null;
  const opcode = version === 0 ? 0 : 0x50 + version;
  return hex(Uint8Array.of(opcode, program.length, ...program));
}

function base58Script(text: string): Key | null {
  const [version = -1, ...hash] = base58check.decode(text);
  if (hash.length !== 20) return null;
  const body = hex(Uint8Array.from(hash));
  if (KEY_HASH.has(version)) return `76a914${body}88ac`;
  return SCRIPT_HASH.has(version) ? `a914${body}87` : null;
}
