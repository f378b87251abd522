import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { KEY_BYTES } from './roots/derive-key.ts';
import { VaultError } from './vault-error.ts';

const VERSION = 1;
/** A value that names its key, so that the database can tell which key it hangs on. */
const NAMED = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_NAME_BYTES = 4;

/** AES-256-GCM with a fresh nonce: version 1 (1) | nonce (12) | ciphertext | tag (16). Authenticates the version too. */
export const sealBox = (key: Uint8Array, plaintext: Uint8Array, aad: string): Buffer =>
  seal(key, Buffer.of(VERSION), plaintext, aad);

/** Opens what sealBox made; throws VaultError when the key, the additional data or any byte differs. */
export function openBox(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed[0] !== VERSION) throw new VaultError('The sealed value has an unknown version');
  return open(key, 1, sealed, aad);
}

/** What a value begins with that a data key seals: version 2 (1) | name of the key (4). */
export function headOf(key: Uint8Array): Buffer {
  requireKey(key);
  const name = createHmac('sha256', key).update('facevalue name of a data key').digest();
  return Buffer.concat([Buffer.of(NAMED), name.subarray(0, KEY_NAME_BYTES)]);
}

/** As sealBox, with the key's name before the nonce. */
export const sealNamed = (key: Uint8Array, plaintext: Uint8Array, aad: string): Buffer =>
  seal(key, headOf(key), plaintext, aad);

/** Opens what one of the keys sealed, by either of the two functions; throws VaultError if none did. */
export function openNamed(keys: readonly Uint8Array[], sealed: Uint8Array, aad: string): Buffer {
  if (sealed[0] !== NAMED) return openWithAny(keys, (key) => openBox(key, sealed, aad));
  const named = keys.filter((key) => headOf(key).equals(sealed.subarray(0, 1 + KEY_NAME_BYTES)));
  if (named.length === 0) throw new VaultError(CLOSED);
  return openWithAny(named, (key) => open(key, 1 + KEY_NAME_BYTES, sealed, aad));
}

function openWithAny(keys: readonly Uint8Array[], attempt: (key: Uint8Array) => Buffer): Buffer {
  for (const key of keys.slice(0, -1)) {
    try {
      return attempt(key);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
  }
  return attempt(keys.at(-1)!);
}

function seal(key: Uint8Array, head: Uint8Array, plaintext: Uint8Array, aad: string): Buffer {
  requireKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(head, aad));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([head, nonce, body, cipher.getAuthTag()]);
}

function open(key: Uint8Array, headBytes: number, sealed: Uint8Array, aad: string): Buffer {
  requireKey(key);
  if (sealed.length < headBytes + NONCE_BYTES + TAG_BYTES) throw new VaultError('The sealed value is too short');
  const head = sealed.subarray(0, headBytes);
  const nonce = sealed.subarray(headBytes, headBytes + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(head, aad));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = decipher.update(sealed.subarray(headBytes + NONCE_BYTES, sealed.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new VaultError(CLOSED);
  }
  return body;
}

const CLOSED = "The sealed value doesn't open: it was changed, moved, or sealed under another key";

function boundTo(head: Uint8Array, aad: string): Buffer {
  if (aad === '') throw new VaultError('Additional data is missing: say what the secret belongs to');
  return Buffer.concat([head, Buffer.from(aad, 'utf8')]);
}

function requireKey(key: Uint8Array): void {
  if (key.length !== KEY_BYTES) throw new VaultError(`A data key has ${KEY_BYTES} bytes`);
}
