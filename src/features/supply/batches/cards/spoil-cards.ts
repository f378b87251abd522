import { afterCommit } from '#platform/db/after-commit.ts';
import type { Query, Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

/** Takes cards that fit `which`, given as SQL, out of stock for good, since nobody can redeem them. */
export async function spoilCards(ctx: Pick<Ctx, 'catalogue'>, sql: Tx, which: Query): Promise<void> {
  afterCommit(sql, ctx.catalogue.forget);
  await sql`update cards set state = 'void' where ${which}`;
}
