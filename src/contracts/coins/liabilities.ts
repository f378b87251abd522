import { z } from 'zod';
import { call } from '../call.ts';
import { cents, dataOf, id, pageOf, pageQuery, queryInt, time } from '../shapes.ts';

const digest = z.hex().length(64);

const publishedSum = z.object({
  number: z.int(),
  at: time,
  total_cents: cents,
  /** The signed text (sum-statement.ts), which alone counts. */
  statement: z.string(),
  /** SHA-256 of the statement, which the next one names. */
  digest,
  /** Ed25519, over the statement. */
  signature: z.hex().length(128),
  public_key: digest,
  /** Whether proofs of this night can still be made. */
  provable: z.boolean(),
});
export type PublishedSum = z.infer<typeof publishedSum>;

export const listPublishedSums = call({
  method: 'GET',
  path: '/api/published-sums',
  summary: 'What the shop owed to all of its buyers and sellers each night, signed; newest first',
  guards: [],
  query: z.object(pageQuery),
  reply: pageOf(publishedSum),
});

const balanceProof = z.object({
  owner_id: id,
  /** All that the shop owed you. */
  cents,
  /** Makes your leaf: nobody who doesn't know it can tell your balance from the hash. */
  salt: digest,
  /** From your leaf to the root; `side` says on which side of you it lies. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), cents, hash: digest })),
});
export type BalanceProof = z.infer<typeof balanceProof>;

export const getOwnProof = call({
  method: 'GET',
  path: '/api/users/balance-proof',
  summary: 'The proof that your balance is in a published sum: the newest, or the one of this number',
  guards: ['auth'],
  inVault: true,
  secret: true,
  perMinute: 30,
  query: z.object({ number: queryInt(1, 999_999_999).optional() }),
  reply: dataOf(
    z.object({
      /** null: nothing was published yet. */
      sum: publishedSum.nullable(),
      /** null: the sum has no balance of yours. */
      proof: balanceProof.nullable(),
    }),
  ),
});
export type OwnProof = z.infer<typeof getOwnProof.reply>['data'];
