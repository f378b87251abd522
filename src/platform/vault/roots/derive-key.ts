import { hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

/** A key for one purpose out of a root key. */
export const deriveKey = (root: Uint8Array, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, '', `facevalue vault v1 ${label}`, KEY_BYTES));

/** Four bytes that name a root key and say nothing about it. */
export const keyIdOf = (root: Uint8Array): Buffer => deriveKey(root, 'key id').subarray(0, KEY_ID_BYTES);
