import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changePayout } from './lock-payout.ts';

/** Notes on which day the bank booked a payout or a block confirmed it, in the caller's transaction; null takes that back. */
export const noteBooked = (ctx: Pick<Ctx, 'vault'>, sql: Db, id: string, booked_on: string | null): Promise<void> =>
  changePayout(ctx, sql, id, { booked_on });
