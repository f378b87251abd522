import type { Ctx } from '../../../ctx.ts';
import { forgetGifts } from './forget-gifts.ts';

/**
 * Forgets what accounts that were erased left of their gifts once it shows nothing any more, and what the release before left, which counted
 * on the database to delete it.
 */
export const sweepGifts = ({ sql, clock }: Ctx): Promise<void> =>
  forgetGifts(sql, sql`g.user_id in (select id from users where erased_at is not null)`, clock.now());
