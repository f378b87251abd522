import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { loadMasterKey } from './master-key.ts';
import { DATA_KEY_BYTES, openBox, sealBox } from './sealed-box.ts';
import { VaultError } from './vault-error.ts';

/** Whether this process has the master key. */
export const holdsKeys = <C extends { vault: Macs }>(ctx: C): ctx is C & { vault: Vault } => 'unwrap' in ctx.vault;

/** For what proves and checks, but neither seals nor opens. */
export interface Macs {
  /** 32 bytes that only this shop can make for this purpose and text. */
  mac(purpose: string, text: string): Buffer;
  /** Compares in constant time. */
  verifyMac(purpose: string, text: string, mac: Uint8Array): boolean;
}

/** Signs what anybody may check: the same text always gets the same signature. */
export interface Signer {
  /** Ed25519, 32 bytes. */
  public_key: Buffer;
  sign(text: string): Buffer;
}

/** Every key of the shop. Its own `mac` is by the key that all processes share, `own.mac` by one that only this process has. */
export interface Vault extends Macs {
  /** MACs that only a process with the master key can make or check, by a key for each purpose. */
  own: Macs;
  /** The key of `mac`, for a process that has no master key. */
  sharedKey: Buffer;
  /** A new data key and its wrapped form for storage; `aad` names the row that stores it. */
  newDataKey(aad: string): { key: Buffer; wrapped: Buffer };
  /** Unwraps a data key. Throws VaultError if it was wrapped under another master key or `aad`. */
  unwrap(wrapped: Uint8Array, aad: string): Buffer;
  /** Seals UTF-8 text; `aad` names what it belongs to. */
  seal(key: Uint8Array, plaintext: string, aad: string): Buffer;
  /** Opens what `seal` made; throws VaultError when anything differs. */
  open(key: Uint8Array, sealed: Uint8Array, aad: string): string;
  /** 32 bytes that are equal for equal texts, and can't be guessed without the key. */
  blindIndex(text: string): Buffer;
  /** As `mac`, with the audit log's own key. */
  auditMac(purpose: string, text: string): Buffer;
  /** The shop's key for a purpose that the public checks. */
  signer(purpose: string): Signer;
}

const KEY_ID_BYTES = 4;

/** Opens the vault of a master key file, which is created if absent. */
export function createVault(masterKeyFile: string): Vault {
  return vaultOf(loadMasterKey(masterKeyFile));
}

/** The vault of a master key in memory. */
export function vaultOf(masterKey: Uint8Array): Vault {
  const wrapKey = derive(masterKey, 'wrap data keys');
  const indexKey = derive(masterKey, 'blind index');
  const keyId = derive(masterKey, 'key id').subarray(0, KEY_ID_BYTES);

  const sharedKey = derive(masterKey, 'mac');
  const ownKeys = new Map<string, Mac>();
  const ownMac = (purpose: string) => {
    const known = ownKeys.get(purpose) ?? macWith(derive(masterKey, `own mac ${purpose}`));
    ownKeys.set(purpose, known);
    return known;
  };

  return {
    ...macsOf(sharedKey),
    own: checked((purpose, text) => ownMac(purpose)(purpose, text)),
    sharedKey,
    newDataKey(aad) {
      const key = randomBytes(DATA_KEY_BYTES);
      return { key, wrapped: Buffer.concat([keyId, sealBox(wrapKey, key, aad)]) };
    },
    unwrap(wrapped, aad) {
      if (!keyId.equals(wrapped.subarray(0, KEY_ID_BYTES))) {
        throw new VaultError('The data key was wrapped under another master key: check MASTER_KEY_FILE');
      }
      return openBox(wrapKey, wrapped.subarray(KEY_ID_BYTES), aad);
    },
    seal: (key, plaintext, aad) => sealBox(key, Buffer.from(plaintext, 'utf8'), aad),
    open: (key, sealed, aad) => openBox(key, sealed, aad).toString('utf8'),
    blindIndex: (text) => createHmac('sha256', indexKey).update(text).digest(),
    auditMac: macWith(derive(masterKey, 'audit')),
    signer: (purpose) => signerOf(derive(masterKey, `signer ${purpose}`)),
  };
}

/** What stands before the 32 bytes of a private Ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signerOf(seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { public_key: Buffer.from(x, 'base64url'), sign: (text) => sign(null, Buffer.from(text), key) };
}

/** What a process without the master key can do with the key that all share. */
export const macsOf = (sharedKey: Buffer): Macs => checked(macWith(sharedKey));

type Mac = Macs['mac'];

const macWith =
  (key: Buffer): Mac =>
  (purpose, text) =>
    createHmac('sha256', key)
      .update(`${Buffer.byteLength(purpose)}:${purpose}:`)
      .update(text)
      .digest();

const checked = (mac: Mac): Macs => ({
  mac,
  verifyMac(purpose, text, given) {
    const expected = mac(purpose, text);
    return given.length === expected.length && timingSafeEqual(expected, given);
  },
});

function derive(masterKey: Uint8Array, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `facevalue vault v1 ${label}`, DATA_KEY_BYTES));
}
