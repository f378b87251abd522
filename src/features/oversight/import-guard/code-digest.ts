import { createHash } from 'node:crypto';

/** SHA-256 (hex) of a code's letters and digits in upper case: identifies a card in a manifest and in stock. */
export function codeDigest(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');
}
