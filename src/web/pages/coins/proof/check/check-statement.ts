import type { PublishedSum } from '#contracts/coins/liabilities.ts';
import { readSumStatement, type SumStatement } from '#contracts/coins/sum-statement.ts';
import { digestOf, fromHex } from './bytes.ts';

export interface CheckedStatement {
  /** What is signed; null if the text isn't a statement, or isn't the one that the shop shows. */
  stated: SumStatement | null;
  /** null: this browser can't check signatures. */
  signed: boolean | null;
}

/** Checks a published sum by its text alone. */
export async function checkStatement(sum: PublishedSum): Promise<CheckedStatement> {
  const text = new TextEncoder().encode(sum.statement);
  const stated = readSumStatement(sum.statement);
  const isShown =
    stated?.number === sum.number &&
    stated.at === sum.at &&
    stated.total_cents === sum.total_cents &&
    (await digestOf(text)) === sum.digest;
  return { stated: isShown ? stated : null, signed: await isSigned(text, sum) };
}

async function isSigned(
  text: Uint8Array<ArrayBuffer>,
  { public_key, signature }: Pick<PublishedSum, 'public_key' | 'signature'>,
): Promise<boolean | null> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', fromHex(public_key), 'Ed25519', false, ['verify']);
  } catch {
    // Browsers from before 2025.
    return null;
  }
  return crypto.subtle.verify('Ed25519', key, fromHex(signature), text);
}
