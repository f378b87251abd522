import { HOUR_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { lockProposal } from '../../../oversight/four-eyes/proposal/lock-proposal.ts';
import type { LockedSeller } from './lock-seller.ts';
import { sellerKinds } from './seller-kinds.ts';

const COOL_DOWN_MS = 72 * HOUR_MS;

/**
 * When a new destination or contact of a locked seller counts: after three days, so that who notices a theft can still
 * stop it; at once before anybody asks for the first verification, because two people look at it then.
 */
export async function inForceFrom(ctx: Ctx, sql: Db, { id, state }: LockedSeller): Promise<Date> {
  const now = ctx.clock.now();
  const seen = state !== 'applied' || (await lockProposal(ctx, sql, sellerKinds.verification, id)) !== undefined;
  return seen ? new Date(now.getTime() + COOL_DOWN_MS) : now;
}
