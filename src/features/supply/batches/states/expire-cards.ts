import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { moveCards } from './move-cards.ts';
import { publishCarts } from './publish-carts.ts';

/** Has cards expire whose last day is over. They are off sale before that, since lists and orders go by the date. */
export async function expireCards(ctx: Ctx): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const batches = await ctx.sql<{ batch_id: string }[]>`
    select distinct batch_id from cards
    where expires_on < ${today}::date and state in ('unconfirmed', 'available', 'paused')`;
  for (const { batch_id } of batches) {
    await transaction(ctx.sql, async (sql) => {
      const which = sql`expires_on < ${today}::date and state in ('unconfirmed', 'available', 'paused')`;
      const cards = await moveCards(ctx, sql, { batch_id, which, state: sql`'expired'` });
      await publishCarts(sql, sql`c.batch_id = ${batch_id}`);
      await appendAudit(sql, { actor_id: null, action: 'batch.cards_expired', subject: batch_id, details: { cards } });
    });
  }
}
