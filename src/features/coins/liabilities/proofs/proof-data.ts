import type { AccountData } from '../../../feature.ts';
import { findProof } from './find-proof.ts';

/**
 * A tree names nobody: only the master key tells which leaf is whose, and an erased account can't ask. Its leaves go with the
 * trees; taken out, they would end the proofs of all others.
 */
export const proofData: AccountData = {
  sections: [
    {
      name: 'published_balances',
      async read(sql, { user_id, limit }, { vault }) {
        const nights = await sql<{ number: number; at: string }[]>`
          select number, at from published_sums s where exists (select from sum_chunks c where c.number = s.number)
          order by number desc limit ${limit}`;
        const proofs = await Promise.all(
          nights.map(async (night) => ({ night, proof: await findProof(sql, vault, night, user_id) })),
        );
        return proofs.flatMap(({ night, proof }) => (proof ? [{ ...night, cents: proof.cents }] : []));
      },
    },
  ],
};
