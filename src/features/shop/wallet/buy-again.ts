import type { Input, Reply } from '#contracts/call.ts';
import type { buyAgain as contract } from '#contracts/shop/wallet.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { lastingFrom } from '../../supply/programmes/catalogue/on-sale.ts';
import { addToCart } from '../cart/add-to-cart.ts';
import { cheapestCards } from '../cart/swap/cheapest-cards.ts';

/** Adds the cheapest lasting card that equals a bought one and isn't in the cart yet. */
export async function buyAgain(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  const { sql, clock } = ctx;
  const [bought] = await sql<{ programme_id: string; face_cents: number }[]>`
    select c.programme_id, l.face_cents from order_lines l join orders o on o.id = l.order_id
    join cards c on c.id = l.card_id
    where o.id = ${params.id} and o.user_id = ${user_id} and l.card_id = ${params.card_id} limit 1`;
  if (!bought) throw new AppError('not_found', message('order.no_such_card'));
  const [equal] = await cheapestCards(sql, clock, {
    ...bought,
    user_id,
    limit: 1,
    max_price_cents: undefined,
    expires_from: lastingFrom(clock),
  });
  if (!equal) throw new AppError('conflict', message('wallet.none_on_sale'));
  return addToCart(ctx, actor, { params: undefined, query: undefined, body: { ids: [equal.id] } });
}
