import type { Reply } from '#contracts/call.ts';
import type { getCartLimits as contract } from '#contracts/shop/cart.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { onSale } from '../../supply/programmes/catalogue/on-sale.ts';
import { limitsOnPurchase } from './limits/limits-on-purchase.ts';

/** What a checkout of the cart would refuse, said before it. */
export async function getCartLimits(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const [{ total_cents }] = await sql<[{ total_cents: number }]>`
    select coalesce(sum(c.price_cents), 0)::bigint as total_cents from cart_items i join cards c on c.id = i.card_id
    where i.user_id = ${actor.user.id} and ${onSale(sql, clock)}`;
  return { data: await limitsOnPurchase(ctx, actor, total_cents) };
}
