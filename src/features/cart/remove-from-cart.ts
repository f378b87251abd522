import type { Input } from '#contracts/call.ts';
import type { removeFromCartByGet as byGet, CartItem, removeFromCart as contract } from '#contracts/cart.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { publishUserEvent } from '../notifications/publish-user-event.ts';
import { cartOf } from './get-cart.ts';

/** Removes cards; a card that isn't in the cart is no error. */
export async function removeFromCart(
  ctx: Ctx,
  actor: Actor,
  { query, body }: Input<typeof contract> | Input<typeof byGet>,
): Promise<{ data: CartItem[] }> {
  const ids = [...(query.ids ?? []), ...(body?.ids ?? [])];
  if (ids.length === 0) throw invalidField('ids', message('invalid.one_card'));
  return transaction(ctx.sql, async (sql) => {
    const removed = await sql`delete from cart_items where user_id = ${actor.user.id} and card_id = any(${ids})`;
    if (removed.count > 0) await publishUserEvent(sql, actor.user.id, 'cart');
    return cartOf(sql, ctx.clock, actor.user.id);
  });
}
