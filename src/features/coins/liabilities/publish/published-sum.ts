import { readSumStatement, type SumStatement } from '#contracts/coins/sum-statement.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';

/** A published sum as it is stored. */
export interface StoredSum {
  number: number;
  day: string;
  at: string;
  total_cents: number;
  statement: string;
  digest: string;
  signature: Buffer;
  public_key: Buffer;
}

/** What the shop's key for this signs. */
const SIGNS = 'published sum';

export const sumSigner = (vault: Vault) => vault.signer(SIGNS);

/** SQL for the columns of a stored sum. */
export const storedColumns = (sql: Db): Fragment => sql`
  number, day, at, total_cents, statement, encode(digest, 'hex') as digest, signature, public_key`;

/** What a genuine sum states. */
export const readStated = (sum: StoredSum): SumStatement => readSumStatement(sum.statement)!;

/**
 * Whether this shop signed a sum, and its row says what was signed: an earlier statement with its signature, stored once more
 * under another number or day, is none.
 */
export function isGenuineSum(vault: Vault, sum: StoredSum): boolean {
  const signer = sumSigner(vault);
  const stated = readSumStatement(sum.statement);
  return (
    stated?.number === sum.number &&
    stated.at === sum.at &&
    stated.at.startsWith(sum.day) &&
    stated.total_cents === sum.total_cents &&
    signer.public_key.equals(sum.public_key) &&
    signer.sign(sum.statement).equals(sum.signature)
  );
}
