import { createHash, timingSafeEqual } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';

/** SHA-256 of an issuer's raw public key, in hex. */
export const keyFingerprint = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex');

/** The end of it that an approver types, as the issuer gave it in another way. */
export const fingerprintEnd = (key: Uint8Array): string => keyFingerprint(key).slice(-8);

/** Refuses an approver who doesn't know the fingerprint of a proposed key. */
export function requireFingerprint(key: Uint8Array, typed = ''): void {
  const right = Buffer.from(fingerprintEnd(key));
  const given = Buffer.from(typed.toLowerCase().padEnd(right.length));
  if (!timingSafeEqual(right, given)) throw invalidField('fingerprint_end', message('programme.fingerprint_wrong'));
}
