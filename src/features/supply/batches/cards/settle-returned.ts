import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { stateWhenReturned } from '../states/state-when-returned.ts';
import { spoilCards } from './spoil-cards.ts';
import { unconfirmCards } from './unconfirm-cards.ts';

/** Whether a returned card's issuer vouches for it, doesn't know it, or can't redeem it any more. */
export type Verdict = 'vouched' | 'unknown' | 'unusable';

/** Ends the waiting of a returned card for its issuer; returns the line by which it was sold. */
export async function endWaiting(sql: Tx, card_id: string): Promise<string | undefined> {
  const [back] = await sql<{ line_id: string }[]>`
    delete from returned_cards where card_id = ${card_id} returning line_id`;
  return back?.line_id;
}

/** Puts a returned card that waited for its issuer where the verdict says: back where its batch's others are, or off sale. */
export async function settleReturned(ctx: Ctx, sql: Tx, card_id: string, verdict: Verdict): Promise<void> {
  if (verdict === 'unknown') await unconfirmCards(ctx, sql, sql`id = ${card_id}`);
  if (verdict === 'unusable') await spoilCards(ctx, sql, sql`id = ${card_id}`);
  if (verdict !== 'vouched') return;
  afterCommit(sql, ctx.catalogue.forget);
  const state = stateWhenReturned(sql, ctx.clock);
  await sql`update cards c set state = ${state} from batches b where c.id = ${card_id} and b.id = c.batch_id`;
}
