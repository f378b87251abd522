import type { Input, Reply } from '#contracts/call.ts';
import type { resumeBatch as contract } from '#contracts/supply/batches.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { inDate } from '../../programmes/catalogue/on-sale.ts';
import { moveCards } from './move-cards.ts';
import { publishCarts } from './publish-carts.ts';
import { requireOthersBatch } from './require-others-batch.ts';
import { requireVerifiedSeller } from './require-verified-seller.ts';
import { takeBatch } from './take-batch.ts';

/** Puts a paused batch back on sale, without the cards that expired in between and those that came back and wait for their issuer. */
export async function resumeBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const cards = await transaction(ctx.sql, async (sql) => {
    await takeBatch(sql, id, ['paused']);
    await requireOthersBatch(sql, actor, id);
    await requireVerifiedSeller(sql, id);
    await sql`update batches set state = 'approved', braked_at = null where id = ${id}`;
    const cards = await moveCards(ctx, sql, {
      batch_id: id,
      which: sql`state = 'paused' and not canary and ${inDate(sql, ctx.clock, 'cards')}
        and not exists (select from returned_cards where card_id = cards.id)`,
      state: sql`'available'`,
    });
    await publishCarts(sql, sql`c.batch_id = ${id}`);
    await appendAudit(sql, { ...by(actor), action: 'batch.resumed', subject: id, details: { reason, cards } });
    return cards;
  });
  return { data: { state: 'approved', cards } };
}
