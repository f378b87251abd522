import type { Input, Reply } from '#contracts/call.ts';
import type { getOwnProof as contract, PublishedSum } from '#contracts/coins/liabilities.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { findProof } from './proofs/find-proof.ts';
import { PROVABLE_DAYS } from './proofs/provable-nights.ts';
import { sumColumns } from './proofs/sum-columns.ts';

/** Of the caller's own balance, and of no other. */
export async function getOwnProof(
  { sql, vault, clock }: VaultCtx,
  { user }: Actor,
  { query: { number } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [sum] = await sql<PublishedSum[]>`
    select ${sumColumns(sql, clock.now())} from published_sums
    where ${number === undefined ? sql`true` : sql`number = ${number}`} order by number desc limit 1`;
  if (number !== undefined && !sum?.provable)
    throw new AppError('not_found', message('proof.gone', { days: PROVABLE_DAYS }));
  return { data: { sum: sum ?? null, proof: sum ? await findProof(sql, vault, sum, user.id) : null } };
}
