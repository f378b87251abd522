import { createHash } from 'node:crypto';

/** SHA-256 of an issuer's raw public key, in hex. */
export const keyFingerprint = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex');

/** The end of it that an approver types, as the issuer gave it in another way. */
export const fingerprintEnd = (key: Uint8Array): string => keyFingerprint(key).slice(-8);
