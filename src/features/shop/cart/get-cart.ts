import type { CartItem } from '#contracts/shop/cart.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { endsSoon, saleStatus } from '../../supply/programmes/catalogue/on-sale.ts';

/** The lines of a buyer's cart, in the order they were added. */
export async function cartOf(sql: Db, clock: Clock, user_id: string): Promise<{ data: CartItem[] }> {
  const lines = await sql<Omit<CartItem, 'ends_soon'>[]>`
    select c.id, json_build_object('id', p.id, 'name', p.name) as programme, p.prefix, p.level, p.country, p.currency,
      c.face_cents, c.price_cents, c.discount_bp, c.expires_on,
      ${saleStatus(sql, clock)} as status, i.max_price_cents is not null as by_value
    from cart_items i join cards c on c.id = i.card_id join programmes p on p.id = c.programme_id
    where i.user_id = ${user_id} order by i.added_at, c.id limit 1000`;
  return { data: lines.map((line) => ({ ...line, ends_soon: endsSoon(clock, line.expires_on) })) };
}

export const getCart = (ctx: Ctx, actor: Actor) => cartOf(ctx.sql, ctx.clock, actor.user.id);
