import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Key } from './types.ts';

/** An input as a Core-like node reports it: `prevout` only from verbosity 3 on (Bitcoin Core 23), the rest always. */
export interface CoreInput {
  /** The output it spends; absent for a coinbase and for MWEB inputs. */
  txid?: string;
  vout?: number;
  prevout?: { scriptPubKey?: { hex?: string } };
  txinwitness?: string[];
  scriptSig?: { hex?: string };
}

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const hash160 = (hex: string) => Buffer.from(ripemd160(sha256(bytes(hex)))).toString('hex');
const isPublicKey = (hex: string) => /^0[23][0-9a-f]{64}$/i.test(hex);

/** The script that an input spends from, if known: as the node reports it, or derived from what unlocks it. */
export function senderOf({ prevout, txinwitness = [], scriptSig }: CoreInput): Key | null {
  if (prevout?.scriptPubKey?.hex) return prevout.scriptPubKey.hex;
  const unlocking = scriptSig?.hex ?? '';
  // P2SH-wrapped segwit: the only push is the witness program.
  if (txinwitness.length > 0 && unlocking) return `a914${hash160(unlocking.slice(2))}87`;
  const last = txinwitness.at(-1);
  if (txinwitness.length === 2 && last && isPublicKey(last)) return `0014${hash160(last)}`;
  if (txinwitness.length > 2 && last) return `0020${Buffer.from(sha256(bytes(last))).toString('hex')}`;
  const key = unlocking.slice(-66);
  if (txinwitness.length === 0 && isPublicKey(key)) return `76a914${hash160(key)}88ac`;
  return null;
}
