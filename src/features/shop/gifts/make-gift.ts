import type { Input, Reply } from '#contracts/call.ts';
import type { makeGift as contract } from '#contracts/shop/gifts.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { tellingUnsold } from '../orders/seals/refuse-unsold.ts';
import { giveCard } from './give-card.ts';
import { readGift } from './links/read-gifts.ts';
import { checkWrapping } from './wrapping.ts';

/** Makes a link that shows a card's code once. */
export async function makeGift(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { email } = body;
  const wrapping = await checkWrapping(ctx, body, email !== undefined);
  return tellingUnsold(ctx, actor, () =>
    transaction(ctx.sql, async (sql) => {
      const id = await giveCard(within(ctx, sql), actor, {
        order_id: params.id,
        card_id: params.card_id,
        wrapping,
        email,
      });
      await publishUserEvent(sql, actor.user.id, 'order', { id: params.id });
      return { data: await readGift(ctx, sql, actor, id) };
    }),
  );
}
