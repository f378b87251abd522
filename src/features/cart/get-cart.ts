import type { CartItem } from '#contracts/cart.ts';
import type { Db } from '#platform/db/client.ts';
import { onSale } from '../cards/on-sale.ts';
import type { Actor, Ctx } from '../ctx.ts';

/** The lines of a buyer's cart, in the order they were added. */
export async function cartOf(sql: Db, user_id: string): Promise<{ data: CartItem[] }> {
  const data = await sql<CartItem[]>`
    select c.id, json_build_object('id', p.id, 'name', p.name) as programme, p.prefix, p.level, p.country, p.currency,
      c.face_cents, c.price_cents, c.discount_bp, c.expires_on,
      case when ${onSale(sql)} then 'available' else 'sold' end as status
    from cart_items i join cards c on c.id = i.card_id join programmes p on p.id = c.programme_id
    where i.user_id = ${user_id} order by i.added_at, c.id limit 1000`;
  return { data: [...data] };
}

export const getCart = (ctx: Ctx, actor: Actor) => cartOf(ctx.sql, actor.user.id);
