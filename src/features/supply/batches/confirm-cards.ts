import { afterCommit } from '#platform/db/after-commit.ts';
import type { Query, Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';

interface Confirmed {
  batch_id: string;
  /** The state of the batch, which the caller has locked. */
  state: string;
  confirmation_id: string;
  /** The cards that the issuer vouches for, as SQL. */
  which: Query;
}

/**
 * Confirms cards that their issuer vouches for (P3): those of an approved import go on sale, or are paused with their
 * batch. Returns how many weren't confirmed before. What was reported unusable stays off sale.
 */
export async function confirmCards(
  ctx: Ctx,
  sql: Tx,
  { batch_id, state, confirmation_id, which }: Confirmed,
): Promise<number> {
  afterCommit(sql, ctx.catalogue.forget);
  const { count } = await sql`
    update cards set issuer_confirmed = true, confirmation_id = ${confirmation_id},
      state = case
        when state = 'unconfirmed' and ${state === 'approved' || state === 'paused'}
          and import_id in (select id from imports where batch_id = ${batch_id} and approved_at is not null)
        then case when canary or ${state === 'paused'} then 'paused' else 'available' end
        else state end
    where batch_id = ${batch_id} and state in ('unconfirmed', 'quarantined') and not issuer_confirmed
      and not undone and unusable_at is null and ${which}`;
  return count;
}
