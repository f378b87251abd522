import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { VaultError } from './vault-error.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;
export const DATA_KEY_BYTES = 32;

/** AES-256-GCM with a fresh nonce: version (1) | nonce (12) | ciphertext | tag (16). Authenticates the version too. */
export function sealBox(key: Uint8Array, plaintext: Uint8Array, aad: string): Buffer {
  requireKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(aad));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
}

/** Opens what sealBox made; throws VaultError when the key, the additional data or any byte differs. */
export function openBox(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  requireKey(key);
  if (sealed.length < HEAD_BYTES + TAG_BYTES) throw new VaultError('The sealed value is too short');
  if (sealed[0] !== VERSION) throw new VaultError('The sealed value has an unknown version');
  const nonce = sealed.subarray(1, HEAD_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(aad));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = decipher.update(sealed.subarray(HEAD_BYTES, sealed.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new VaultError("The sealed value doesn't open: it was changed, moved, or sealed under another key");
  }
  return body;
}

function boundTo(aad: string): Buffer {
  if (aad === '') throw new VaultError('Additional data is missing: say what the secret belongs to');
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(aad, 'utf8')]);
}

function requireKey(key: Uint8Array): void {
  if (key.length !== DATA_KEY_BYTES) throw new VaultError(`A data key has ${DATA_KEY_BYTES} bytes`);
}
