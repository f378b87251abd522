import type { Input, Reply } from '#contracts/call.ts';
import type { CartItem, quotePurchase as contract } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { endsSoon, lastingFrom, saleStatus } from '../../supply/programmes/catalogue/on-sale.ts';
import { limitsOnPurchase } from './limits/limits-on-purchase.ts';
import { cheapestCards } from './swap/cheapest-cards.ts';

/** The named cards, or the cheapest of a value that last, with what they cost and what stands against that. Reserves nothing. */
export async function quotePurchase(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const items = await readItems(ctx, query.ids ?? (await cheapestOf(ctx, actor, query)));
  if (items.length === 0) throw new AppError('not_found', message('order.no_card_on_sale'));
  const buyable = items.filter(({ status }) => status === 'available');
  const total_cents = buyable.reduce((sum, { price_cents }) => sum + price_cents, 0);
  return { data: { items, limits: await limitsOnPurchase(ctx, actor, total_cents) } };
}

type Asked = Input<typeof contract>['query'];

async function cheapestOf({ sql, clock }: Ctx, actor: Actor, { programme_id, face_cents, quantity = 1 }: Asked) {
  if (!programme_id || !face_cents) throw invalidField('ids', message('invalid.one_card'));
  const found = await cheapestCards(sql, clock, {
    user_id: actor.user.id,
    programme_id,
    face_cents,
    limit: quantity,
    max_price_cents: undefined,
    expires_from: lastingFrom(clock),
    // Who put the last one into the cart may still buy it at once.
    with_cart: true,
  });
  return found.map(({ id }) => id);
}

/** Cards that were ever on sale, cheapest first. */
async function readItems({ sql, clock }: Ctx, ids: readonly string[]): Promise<CartItem[]> {
  const lines = await sql<Omit<CartItem, 'ends_soon'>[]>`
    select c.id, json_build_object('id', p.id, 'name', p.name) as programme, p.prefix, p.level, p.country, p.currency,
      c.face_cents, c.price_cents, c.discount_bp, c.expires_on, ${saleStatus(sql, clock)} as status, false as by_value
    from cards c join programmes p on p.id = c.programme_id
    where c.id = any(${[...new Set(ids)]}) and c.state not in ('unconfirmed', 'quarantined')
    order by c.price_cents, c.id limit 100`;
  return lines.map((line) => ({ ...line, ends_soon: endsSoon(clock, line.expires_on) }));
}
