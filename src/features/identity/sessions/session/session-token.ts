import { hash, randomBytes } from 'node:crypto';

/** Sessions end after this long without use, and after this long in any case. */
export const IDLE_MS = 30 * 86_400_000;
export const ABSOLUTE_MS = 90 * 86_400_000;

/** 256 random bits; only the SHA-256 is stored, which is enough for a value that can't be guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
