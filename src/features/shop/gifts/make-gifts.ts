import type { Input, Reply } from '#contracts/call.ts';
import type { makeGifts as contract } from '#contracts/shop/gifts.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { tellingUnsold } from '../orders/seals/refuse-unsold.ts';
import { giveCard } from './give-card.ts';
import { readLinks } from './links/read-gifts.ts';
import { checkWrapping } from './wrapping.ts';

/** Makes gifts of several cards of an order, each with all that a single one has; one that can't be given stops them all. */
export async function makeGifts(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  const order_id = params.id;
  const { cards } = body;
  const wrapping = await checkWrapping(
    ctx,
    body,
    cards.some(({ email }) => email !== undefined),
  );
  return tellingUnsold(ctx, actor, () =>
    transaction(ctx.sql, async (sql) => {
      // All lines before anything else is locked: somebody may give one of them at the same moment.
      await sql`
      select from order_lines l join orders o on o.id = l.order_id
      where o.id = ${order_id} and o.user_id = ${user_id} and l.card_id = any(${cards.map(({ card_id }) => card_id)})
      order by l.id for update of l`;
      const ids: string[] = [];
      for (const { card_id, email } of cards) {
        ids.push(await giveCard(within(ctx, sql), actor, { order_id, card_id, wrapping, email }));
      }
      await publishUserEvent(sql, user_id, 'order', { id: order_id });
      const links = await readLinks(ctx, sql, actor, order_id);
      return { data: links.filter(({ id }) => ids.includes(id)) };
    }),
  );
}
