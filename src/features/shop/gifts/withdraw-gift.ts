import type { Input, Reply } from '#contracts/call.ts';
import type { withdrawGift as contract } from '#contracts/shop/gifts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { readGift } from './links/read-gifts.ts';

/** Ends the link of a gift that nobody opened. */
export async function withdrawGift(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await sql`select from gifts where id = ${params.id} and user_id = ${actor.user.id} for update`;
    const { state, order_id, card_id } = await readGift(ctx, sql, actor, params.id);
    if (state === 'opened') throw new AppError('conflict', message('gift.opened_already'));
    if (state === 'open' || state === 'expired') {
      await sql`update gifts set withdrawn_at = ${ctx.clock.now()}, email = null where id = ${params.id}`;
      const details = { gift_id: params.id, order_id };
      await appendAudit(sql, { ...by(actor), action: 'gift.withdrawn', subject: card_id, details });
      await publishUserEvent(sql, actor.user.id, 'order', { id: order_id });
    }
    return { data: await readGift(ctx, sql, actor, params.id) };
  });
}
