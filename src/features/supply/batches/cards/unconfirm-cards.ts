import { afterCommit } from '#platform/db/after-commit.ts';
import type { Query, Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

/**
 * Withdraws the issuer's confirmation of the cards that match `which`, given as SQL: they are off sale until it vouches for them again.
 * What was sold, or is out of stock for good, stays as it is. Returns their number.
 */
export async function unconfirmCards(ctx: Pick<Ctx, 'catalogue'>, sql: Tx, which: Query): Promise<number> {
  afterCommit(sql, ctx.catalogue.forget);
  const { count } = await sql`
    update cards set issuer_confirmed = false, confirmation_id = null,
      state = case when state = 'quarantined' then state else 'unconfirmed' end
    where state in ('unconfirmed', 'quarantined', 'available', 'paused') and ${which}`;
  return count;
}
