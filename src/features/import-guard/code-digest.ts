import { createHash } from 'node:crypto';

/** SHA-256 in hex of a code's letters and digits in capitals: how an issuer's manifest names a card, and what stock is compared by. */
export function codeDigest(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');
}
