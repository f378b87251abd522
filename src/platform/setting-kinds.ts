import { z } from 'zod';
import { isLoopbackUrl, isNetwork } from './setting-addresses.ts';

/** on or off */
export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1'].includes(text));
/** A URL of one of these protocols, as `https:`. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL that starts with ${protocols.join(' or ')}//`,
    );
/** A URL whose path is a secret. */
export const secretUrl = url('http:', 'https:').refine(
  (text) => URL.parse(text)?.protocol === 'https:' || isLoopbackUrl(text),
  'must start with https://, because its path is a secret',
);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** Parts with commas between, each of which fits. */
export const listOf = (fits: (part: string) => boolean, message: string) =>
  list.refine((parts) => parts.length > 0 && parts.every(fits), message);
export const networks = listOf(isNetwork, 'must be IP addresses or networks such as 10.0.0.0/8, with commas between');
/** A whole number within both bounds. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`);
