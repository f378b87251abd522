import { bech32 } from '@scure/base';

/** Of an X25519 key, and of a hybrid one that also resists quantum computers. */
const PREFIXES = ['age', 'age1pq'];

/** Whether a text is the public key of an age identity (https://age-encryption.org/v1). */
export const isRecipient = (text: string): boolean =>
  PREFIXES.includes(bech32.decodeUnsafe(text, false)?.prefix ?? '') && text === text.toLowerCase();
