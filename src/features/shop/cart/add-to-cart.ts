import type { Input } from '#contracts/call.ts';
import type { CartItem, addToCart as contract } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireSpendingAllowed } from '../../customers/spending/require-spending-allowed.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { saleStatus } from '../../supply/programmes/catalogue/on-sale.ts';
import { refuseOwnStock } from '../../supply/sellers/access/refuse-own-stock.ts';
import { cartOf } from './get-cart.ts';
import { lockCart, requireRoom } from './lock-cart.ts';

/** Adds cards that are on sale; cards already in the cart stay unchanged. The cart reserves nothing. */
export async function addToCart(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<{ data: CartItem[] }> {
  const { id } = actor.user;
  const ids = [...new Set(body.ids)];
  return transaction(ctx.sql, async (sql) => {
    await lockCart(sql, id);
    await requireSpendingAllowed(sql, id);
    const known = await sql<{ id: string; batch_id: string; status: CartItem['status'] }[]>`
      select c.id, c.batch_id,
        case when i.card_id is null then ${saleStatus(sql, ctx.clock)} else 'available' end as status
      from cards c left join cart_items i on i.card_id = c.id and i.user_id = ${id} where c.id = any(${ids})`;
    if (known.length < ids.length) throw new AppError('not_found', message('order.no_card_on_sale'));
    const refused = known.flatMap(({ id, status }) => (status === 'available' ? [] : [{ id, status }]));
    if (refused.length > 0) {
      const sold = refused.every(({ status }) => status === 'sold');
      throw new AppError('invalid', message(sold ? 'cart.just_sold' : 'cart.off_sale', { count: refused.length }), {
        ids: refused.map(({ id, status }) => message(`cart.card_${status}`, { id })),
      });
    }
    await refuseOwnStock(
      sql,
      id,
      known.map(({ batch_id }) => batch_id),
    );
    const added =
      await sql`insert into cart_items (user_id, card_id) select ${id}, unnest(${ids}::uuid[]) on conflict do nothing`;
    if (added.count > 0) await publishUserEvent(sql, id, 'cart');
    const cart = await cartOf(sql, ctx.clock, id);
    requireRoom(cart.data, 'ids');
    return cart;
  });
}
