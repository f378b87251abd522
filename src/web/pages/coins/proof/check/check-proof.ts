import type { BalanceProof, PublishedSum } from '#contracts/coins/liabilities.ts';
import { digestOf, eightBytes, fromHex } from './bytes.ts';
import { checkStatement } from './check-statement.ts';

/** What is wrong with a proof: the first that is. */
export type ProofFault = 'statement' | 'signature' | 'owner' | 'sums' | 'root' | 'another';

export interface ProofVerdict {
  /** null: the balance is in the published sum. */
  fault: ProofFault | null;
  /** This browser could check the signature. */
  signature_checked: boolean;
}

const [LEAF, PARENT] = [Uint8Array.of(0), Uint8Array.of(1)];

/** Works out the root of the tree from a balance, and compares it with what was signed. */
export async function checkProof(sum: PublishedSum, proof: BalanceProof, owner_id: string): Promise<ProofVerdict> {
  const { stated, signed } = await checkStatement(sum);
  const verdict = (fault: ProofFault | null): ProofVerdict => ({ fault, signature_checked: signed !== null });
  if (!stated) return verdict('statement');
  if (signed === false) return verdict('signature');
  if (proof.owner_id !== owner_id) return verdict('owner');
  const reached = await climb(stated.number, proof);
  if (!reached || proof.path.length !== stated.height) return verdict('sums');
  return verdict(reached.hash === stated.root && reached.cents === stated.total_cents ? null : 'root');
}

/** From the leaf to the root. A sum below zero, or one that is too large to be exact, would hide what others are owed. */
async function climb(
  number: number,
  { owner_id, cents, salt, path }: BalanceProof,
): Promise<{ cents: number; hash: string } | null> {
  if (!isSum(cents) || ![salt, ...path.map(({ hash }) => hash)].every((each) => DIGEST.test(each))) return null;
  const id = fromHex(owner_id.replaceAll('-', ''));
  let node = { cents, hash: await digestOf(LEAF!, eightBytes(number), fromHex(salt), id, eightBytes(cents)) };
  for (const { side, ...other } of path) {
    const [left, right] = side === 'left' ? [other, node] : [node, other];
    const total = left.cents + right.cents;
    if (!isSum(other.cents) || !isSum(total)) return null;
    node = { cents: total, hash: await digestOf(PARENT!, ...bytesOf(left), ...bytesOf(right)) };
  }
  return node;
}

/** 32 bytes: with parts of any length, one hash could stand for several nodes. */
const DIGEST = /^[0-9a-f]{64}$/;

const isSum = (cents: number): boolean => Number.isSafeInteger(cents) && cents >= 0;

const bytesOf = ({ cents, hash }: { cents: number; hash: string }) => [eightBytes(cents), fromHex(hash)];
