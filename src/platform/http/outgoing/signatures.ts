import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#contracts/time-units.ts';

export const TIMESTAMP = 'facevalue-timestamp';
export const NONCE = 'facevalue-nonce';
export const SIGNATURE = 'facevalue-signature';
/** How far two clocks may differ. */
export const MAX_AGE_MS = 5 * MINUTE_MS;

export interface Signed {
  kind: 'request' | 'answer' | 'alert';
  /** Seconds since 1970, as sent. */
  timestamp: string;
  /** The request's, in its answer too. */
  nonce: string;
  body: string;
}

/** HMAC-SHA256 in hex over the protocol's name, the kind of message, timestamp, nonce and body, a line each. */
export function signMessage(secret: string, { kind, timestamp, nonce, body }: Signed): string {
  return createHmac('sha256', secret).update(`facevalue-${kind} 1\n${timestamp}\n${nonce}\n${body}`).digest('hex');
}

/** Compares in constant time. */
export function isSigned(secret: string, message: Signed, signature: string): boolean {
  const expected = Buffer.from(signMessage(secret, message), 'hex');
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a message was sent within the last five minutes. */
export function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) <= MAX_AGE_MS;
}
