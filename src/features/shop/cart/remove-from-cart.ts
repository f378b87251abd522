import type { Input } from '#contracts/call.ts';
import type { removeFromCartByGet as byGet, CartItem, removeFromCart as contract } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { cartOf } from './get-cart.ts';
import { dropLines } from './swap/drop-lines.ts';

/** Removes cards, also by what a swapped line stood for before; a card that isn't in the cart is no error. */
export async function removeFromCart(
  ctx: Ctx,
  actor: Actor,
  { query, body }: Input<typeof contract> | Input<typeof byGet>,
): Promise<{ data: CartItem[] }> {
  const ids = [...(query.ids ?? []), ...(body?.ids ?? [])];
  if (ids.length === 0) throw invalidField('ids', message('invalid.one_card'));
  return transaction(ctx.sql, async (sql) => {
    const removed = await dropLines(sql, actor.user.id, ids);
    if (removed.length > 0) {
      await publishUserEvent(sql, actor.user.id, 'cart');
      await forgetRequests(sql, actor.user.id);
    }
    return cartOf(sql, ctx.clock, actor.user.id);
  });
}
