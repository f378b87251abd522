import { hash, randomBytes } from 'node:crypto';
import { DAY_MS } from '#contracts/time-units.ts';

/** Sessions end after this long without use, and after this long in any case. */
export const IDLE_MS = 30 * DAY_MS;
export const ABSOLUTE_MS = 90 * DAY_MS;

/** 256 random bits; only the SHA-256 is stored, which is enough for a value that can't be guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
