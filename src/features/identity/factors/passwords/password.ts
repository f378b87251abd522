import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2id = promisify(argon2);
// OWASP's second configuration for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashes a password with argon2id into a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await argon2id('argon2id', { message: password, nonce: salt, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** Verifies a password against a PHC string; `null` costs the same and never matches. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? unknownUser);
  if (!parts) throw new Error('stored password hash has an unknown form');
  // All five groups of the pattern are there whenever it matches.
  const [, memory, passes, parallelism, salt, hash] = parts as unknown as string[];
  const expected = Buffer.from(hash!, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const nonce = Buffer.from(salt!, 'base64');
  const actual = await argon2id('argon2id', { message: password, nonce, ...parameters, tagLength: expected.length });
  return timingSafeEqual(actual, expected) && phc !== null;
}

/** A new hash of a correct password if the stored one is weaker than today's settings; else null. */
export async function renewedHash(password: string, phc: string): Promise<string | null> {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(phc) ?? [];
  return Number(memory) < cost.memory || Number(passes) < cost.passes ? hashPassword(password) : null;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
const unknownUser = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`;
