import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { type Clock, systemClock } from '#platform/clock.ts';
import { fileAt, loadMasterKey } from './master-key.ts';
import { deriveKey, KEY_BYTES, keyIdOf } from './roots/derive-key.ts';
import { checked, type Mac, type Macs, macWith } from './roots/macs.ts';
import { firstRing, keyInUse, type Ring, validKeys } from './roots/ring.ts';
import { type SharedKeys, sharedMacsOf } from './roots/shared-macs.ts';
import { headOf, openBox, openNamed, sealBox, sealNamed } from './sealed-box.ts';
import { VaultError } from './vault-error.ts';

export type { Macs };

/** Whether this process has the master key. */
export const holdsKeys = <C extends { vault: Macs }>(ctx: C): ctx is C & { vault: Vault } => 'unwrap' in ctx.vault;

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
  /** The same by the master key itself, for what has to be checked before there is a database; also checks those of former ones. */
  backups: Macs;
  /** The keys of `mac`, for a process that has no master key. */
  shared: SharedKeys;
  /** A new data key and its wrapped form for storage; `aad` names the row that stores it. */
  newDataKey(aad: string): { key: Buffer; wrapped: Buffer };
  /**
   * Unwraps a data key, or one and those before it one after the other. Throws VaultError if one was wrapped under a key that the
   * ring lacks, or another `aad`.
   */
  unwrap(wrapped: Uint8Array, aad: string): Buffer;
  /** Seals UTF-8 text with a data key, the first if there are several; `aad` names what it belongs to. */
  seal(key: Uint8Array, plaintext: string, aad: string): Buffer;
  /** Opens what `seal` made; throws VaultError when anything differs. */
  open(key: Uint8Array, sealed: Uint8Array, aad: string): string;
  /** What values begin with that `seal` makes with this data key. */
  headOf(key: Uint8Array): Buffer;
  /** 32 bytes that are equal for equal texts, and can't be guessed without the key. */
  blindIndex(text: string): Buffer;
  /** As `mac`, with the audit log's own key. */
  auditMac: Mac;
  /** Which of those below it is. */
  audit_number: number;
  /** Each key of the audit log, the newest first. */
  auditKeys: readonly NumberedMac[];
  /** The shop's key for a purpose that the public checks. */
  signer(purpose: string): Signer;
  ring: Ring;
  /** Names the key that wraps new data keys by now. */
  wrapped_by: Buffer;
  /** Names the master key. */
  master_id: string;
  /** Goes on with a changed ring, or under another master key. */
  adopt(masterKey: Uint8Array, ring: Ring): void;
}

/** A key of the audit log. */
export interface NumberedMac {
  number: number;
  auditMac: Mac;
  /** From when on the next one is used; null for the newest. */
  until: string | null;
}

/** Bytes of a data key as it is stored. */
export const WRAPPED_BYTES = 65;
export const KEY_ID_BYTES = 4;

/** Opens the vault of a master key file, which is created if absent, and of a shop that never changed a key. */
export function createVault(masterKeyFile: string): Vault {
  return vaultOf(loadMasterKey(fileAt(masterKeyFile)));
}

interface VaultOptions {
  ring?: Ring;
  /** Says which keys are in use by now. */
  clock?: Clock;
}

/** The vault of a master key in memory. */
export function vaultOf(
  masterKey: Uint8Array,
  { ring = firstRing(masterKey), clock = systemClock }: VaultOptions = {},
): Vault {
  let keys = keysOf(masterKey, ring);
  const { first } = ring;
  const indexKey = deriveKey(first, 'blind index');
  const shared = sharedMacsOf(keys.shared, clock);
  const wrapperOf = (number: number) => keys.wrappers.find((wrapper) => wrapper.number === number)!;
  const audit_number = () => keyInUse(keys.ring, 'audit', clock.now()).number;

  return {
    mac: shared.mac,
    verifyMac: shared.verifyMac,
    own: ownMacs(first),
    get backups() {
      return keys.backups;
    },
    get shared() {
      return keys.shared;
    },
    newDataKey(aad) {
      const key = randomBytes(KEY_BYTES);
      const { id, wrapKey } = wrapperOf(keyInUse(keys.ring, 'data', clock.now()).number);
      return { key, wrapped: Buffer.concat([id, sealBox(wrapKey, key, aad)]) };
    },
    unwrap(wrapped, aad) {
      if (wrapped.length === 0 || wrapped.length % WRAPPED_BYTES !== 0)
        throw new VaultError('The data key is cut short');
      const parts = Array.from({ length: wrapped.length / WRAPPED_BYTES }, (_none, at) =>
        wrapped.subarray(at * WRAPPED_BYTES, (at + 1) * WRAPPED_BYTES),
      );
      return Buffer.concat(parts.map((part) => unwrapWith(keys.wrappers, part, aad)));
    },
    seal: (key, plaintext, aad) => sealNamed(key.subarray(0, KEY_BYTES), Buffer.from(plaintext, 'utf8'), aad),
    open: (key, sealed, aad) => openNamed(partsOf(key), sealed, aad).toString('utf8'),
    headOf: (key) => headOf(key.subarray(0, KEY_BYTES)),
    blindIndex: (text) => createHmac('sha256', indexKey).update(text).digest(),
    auditMac: (purpose, text) => auditKeyOf(keys.audit, audit_number()).auditMac(purpose, text),
    get audit_number() {
      return audit_number();
    },
    get auditKeys() {
      return keys.audit;
    },
    signer: (purpose) => signerOf(deriveKey(first, `signer ${purpose}`)),
    get ring() {
      return keys.ring;
    },
    get wrapped_by() {
      return wrapperOf(keyInUse(keys.ring, 'data', clock.now()).number).id;
    },
    get master_id() {
      return keys.master_id;
    },
    adopt(nextMasterKey, nextRing) {
      keys = keysOf(nextMasterKey, nextRing);
      shared.adopt(keys.shared);
    },
  };
}

/** The key of the audit log with a number. Throws a VaultError if the ring lacks it. */
export function auditKeyOf(keys: readonly NumberedMac[], number: number): NumberedMac {
  const key = keys.find((each) => each.number === number);
  if (!key) throw new VaultError(`There is no key ${number} of the audit log in the keyring`);
  return key;
}

interface Wrapper {
  number: number;
  id: Buffer;
  wrapKey: Buffer;
}

/** What changes with the ring and the master key. */
function keysOf(masterKey: Uint8Array, ring: Ring) {
  const audit = validKeys(ring, 'audit').map(({ number, root }, at, all): NumberedMac => {
    const until = all[at - 1]?.starts_at ?? null;
    return { number, auditMac: macWith(deriveKey(root, 'audit')), until };
  });
  return {
    ring,
    master_id: keyIdOf(masterKey).toString('hex'),
    wrappers: validKeys(ring, 'data').map(({ number, root }) => ({
      number,
      id: keyIdOf(root),
      wrapKey: deriveKey(root, 'wrap data keys'),
    })),
    audit,
    shared: {
      key: deriveKey(ring.first, 'mac'),
      access: validKeys(ring, 'session').map(({ root, starts_at }) => ({ key: deriveKey(root, 'mac'), starts_at })),
    },
    backups: backupMacs([masterKey, ...ring.former.map(({ root }) => root)]),
  };
}

function unwrapWith(wrappers: readonly Wrapper[], wrapped: Uint8Array, aad: string): Buffer {
  const wrapper = wrappers.find(({ id }) => id.equals(wrapped.subarray(0, KEY_ID_BYTES)));
  if (!wrapper) throw new VaultError('The data key was wrapped under another master key: check MASTER_KEY_FILE');
  return openBox(wrapper.wrapKey, wrapped.subarray(KEY_ID_BYTES), aad);
}

function partsOf(key: Uint8Array): Uint8Array[] {
  if (key.length === 0 || key.length % KEY_BYTES !== 0) throw new VaultError(`A data key has ${KEY_BYTES} bytes`);
  return Array.from({ length: key.length / KEY_BYTES }, (_none, at) =>
    key.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  );
}

function ownMacs(root: Uint8Array): Macs {
  const known = new Map<string, Mac>();
  return checked((purpose, text) => {
    const mac = known.get(purpose) ?? macWith(deriveKey(root, `own mac ${purpose}`));
    known.set(purpose, mac);
    return mac(purpose, text);
  });
}

function backupMacs(masterKeys: readonly Uint8Array[]): Macs {
  const [current, ...former] = masterKeys.map(ownMacs) as [Macs, ...Macs[]];
  return {
    mac: current.mac,
    verifyMac: (purpose, text, mac) => [current, ...former].some((macs) => macs.verifyMac(purpose, text, mac)),
  };
}

/** What stands before the 32 bytes of a private Ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signerOf(seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { public_key: Buffer.from(x, 'base64url'), sign: (text) => sign(null, Buffer.from(text), key) };
}
