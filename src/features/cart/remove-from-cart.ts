import type { CartItem } from '#contracts/cart.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { publishUserEvent } from '../notifications/publish-user-event.ts';
import { cartOf } from './get-cart.ts';

/** Removes cards; a card that isn't in the cart is no error. */
export async function removeFromCart(
  ctx: Ctx,
  actor: Actor,
  { query }: { query: { ids: string[] } },
): Promise<{ data: CartItem[] }> {
  return transaction(ctx.sql, async (sql) => {
    const removed = await sql`delete from cart_items where user_id = ${actor.user.id} and card_id = any(${query.ids})`;
    if (removed.count > 0) await publishUserEvent(sql, actor.user.id, 'cart');
    return cartOf(sql, ctx.clock, actor.user.id);
  });
}
