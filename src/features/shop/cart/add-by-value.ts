import type { Input } from '#contracts/call.ts';
import type { CartItem, addByValue as contract } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireSpendingAllowed } from '../../customers/spending/require-spending-allowed.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { lastingFrom } from '../../supply/programmes/catalogue/on-sale.ts';
import { cartOf } from './get-cart.ts';
import { lockCart, requireRoom } from './lock-cart.ts';
import { cheapestCards } from './swap/cheapest-cards.ts';

/** Adds the cheapest lasting cards of a programme and face value that aren't in the cart yet: all of them or none. */
export async function addByValue(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<{ data: CartItem[] }> {
  const { id: user_id } = actor.user;
  const { programme_id, face_cents, quantity, max_price_cents } = body;
  return transaction(ctx.sql, async (sql) => {
    await lockCart(sql, user_id);
    await requireSpendingAllowed(sql, user_id);
    const found = await cheapestCards(sql, ctx.clock, {
      user_id,
      programme_id,
      face_cents,
      limit: quantity,
      max_price_cents,
      // One that ends soon is told of before the cart, which only the list of single cards does.
      expires_from: lastingFrom(ctx.clock),
    });
    if (found.length < quantity) throw invalidField('quantity', message('cart.too_few', { count: found.length }));
    await sql`
      insert into cart_items (user_id, card_id, max_price_cents)
      select ${user_id}, id, price_cents
      from unnest(${found.map(({ id }) => id)}::uuid[],
        ${found.map((card) => card.price_cents)}::bigint[]) as card (id, price_cents)`;
    await publishUserEvent(sql, user_id, 'cart');
    // Only an equal request right after this one repeats it.
    await forgetRequests(sql, user_id);
    const cart = await cartOf(sql, ctx.clock, user_id);
    requireRoom(cart.data, 'quantity');
    return cart;
  });
}
