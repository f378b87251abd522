import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';

const base58check = createBase58check(sha256);

const XPUB = 0x0488b21e;
/** SLIP-132 versions with one public key per address. Litecoin wallets use zpub, Ltub or Mtub. */
const ACCEPTED = new Map([
  [XPUB, 'xpub'],
  [0x04b24746, 'zpub'],
  [0x043587cf, 'tpub'],
  [0x045f1cf6, 'vpub'],
  [0x019da462, 'Ltub'],
  [0x01b26ef6, 'Mtub'],
]);
/** Of wallets that several keys share: native segwit. */
const SHARED = new Map([
  [0x02aa7ed3, 'Zpub'],
  [0x02575483, 'Vpub'],
]);
const REFUSED = new Map([[0x049d7cb2, 'ypub'], [0x044a5262, 'upub'], [0x0295b43f, 'Ypub'], ...SHARED]);
const TPUB = 0x043587cf;
const TESTING = new Set(['tpub', 'vpub', 'Vpub']);
const HARDENED = 0x80000000;
const LENGTH = 78;
const KEY_OFFSET = 45;
const ACCOUNT_DEPTH = 3;
const CHANGE_DEPTH = 4;

/** The receiving branch of an account: its children are the deposit addresses. */
export interface DepositBranch {
  branch: HDKey;
  prefix: string;
  fingerprint: string;
  /** The branch for change, by which a wallet pays itself; null where only the receiving branch was given. */
  change: { branch: HDKey; range: string } | null;
  /** The key as descriptors have it (xpub or tpub), with the path of its addresses: `xpub…/0/*`. */
  range: string;
}

/** What was given can spend: it must not be stored, logged or shown. */
export class PrivateKeyError extends Error {
  override name = 'PrivateKeyError';
}

/**
 * Reads an extended public key at account level (m/44'/60'/0') or at its receiving branch (…/0).
 * Throws a one-line error that says what is wrong.
 */
export function parseXpub(text: string): DepositBranch {
  const { raw, version } = readPublic(text);
  const refused = REFUSED.get(version);
  if (refused)
    throw new Error(`${refused} keys make addresses of another kind; export the native segwit account (zpub)`);
  const prefix = ACCEPTED.get(version);
  if (!prefix) throw new Error('the prefix of this extended key is not known');

  const key = HDKey.fromExtendedKey(underVersion(raw, XPUB));
  const fingerprint = key.fingerprint.toString(16).padStart(8, '0');
  const plain = underVersion(raw, TESTING.has(prefix) ? TPUB : XPUB);
  if (key.depth === ACCOUNT_DEPTH && key.index >= HARDENED) {
    const change = { branch: key.deriveChild(1), range: `${plain}/1/*` };
    return { branch: key.deriveChild(0), change, prefix, fingerprint, range: `${plain}/0/*` };
  }
  if (key.depth === CHANGE_DEPTH && key.index === 0)
    return { branch: key, change: null, prefix, fingerprint, range: `${plain}/*` };
  if (key.depth === CHANGE_DEPTH)
    throw new Error(`this is branch ${key.index} of an account: give its receiving branch (0), or the account's key`);
  throw new Error(
    `an extended key of depth ${key.depth}: give the account's key (depth 3) or its receiving branch (depth 4)`,
  );
}

/** One of the keys that share a wallet. */
export interface Cosigner {
  key: HDKey;
  /** As descriptors have it: xpub or tpub. */
  plain: string;
  testing: boolean;
}

/** Reads an extended public key at the level of an account, such as m/48'/0'/0'/2'. Throws as `parseXpub` does. */
export function parseCosigner(text: string): Cosigner {
  const { raw, version } = readPublic(text);
  const prefix = ACCEPTED.get(version) ?? SHARED.get(version);
  if (!prefix) throw new Error('the prefix of this extended key is not known');
  const key = HDKey.fromExtendedKey(underVersion(raw, XPUB));
  if (key.depth > 0 && key.index < HARDENED) throw new Error("this is a branch of an account: give the account's key");
  const testing = TESTING.has(prefix);
  return { key, plain: underVersion(raw, testing ? TPUB : XPUB), testing };
}

/** The bytes of an extended key that can't spend. */
function readPublic(text: string): { raw: Uint8Array; version: number } {
  const raw = decode(text.trim());
  // A private key starts with 0, a public one with 2 or 3, whatever the prefix claims.
  if (raw[KEY_OFFSET] === 0)
    throw new PrivateKeyError('this is a private key: the server must never hold one; export the public key');
  return { raw, version: new DataView(raw.buffer, raw.byteOffset).getUint32(0) };
}

function underVersion(raw: Uint8Array, version: number): string {
  const copy = raw.slice();
  new DataView(copy.buffer).setUint32(0, version);
  return base58check.encode(copy);
}

function decode(text: string): Uint8Array {
  let raw: Uint8Array;
  try {
    raw = base58check.decode(text);
  } catch {
    throw new Error('not an extended key: its checksum does not fit');
  }
  if (raw.length !== LENGTH) throw new Error('not an extended key: it has the wrong length');
  return raw;
}
