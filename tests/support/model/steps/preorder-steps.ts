import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { cancelPreorder, placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { fillPreorders } from '#features/shop/preorders/fill/fill-preorders.ts';
import { isOpen } from '../../preorders/model.ts';
import type { ShopModel } from '../shop-model.ts';
import type { Run } from '../world.ts';
import { pickFitting, Step } from './step.ts';

interface Wish {
  buyer: number;
  quantity: number;
  highest: number;
  days: number;
}

export const wishFor = ({ buyer, quantity, highest, days }: Wish) =>
  new Step('pre-order', `${buyer}: ${quantity} for ${highest}, ${days} days`, async (model, real) => {
    const expires_on = new Date(model.now + days * DAY_MS).toISOString().slice(0, 10);
    const { programme_id, buyers, shop, people } = real;
    // What the lowest price of a programme without cards is worked out from.
    await people.staff.setReference('EUR', 1);
    const body = { programme_id, face_cents: 1000, quantity, highest_price_cents: highest, expires_on };
    const answer = await shop.as(buyers[buyer]!)(placePreorder, { body, idempotencyKey: randomUUID() });
    const open = model.open().filter((each) => each.buyer === buyer);
    const on_sale = model.available(highest).length >= quantity;
    const refusal = open.length >= 10 || on_sale ? 409 : model.blocked.has(buyer) ? 403 : 422;
    const expected = refusal !== 422 || model.balances[buyer]! < quantity * highest ? refusal : 201;
    expect(answer.status).toBe(expected);
    if (expected !== 201) return expected;
    model.balances[buyer]! -= quantity * highest;
    const { id } = answer.body.data;
    const zero = { filled: 0, spent: 0, state: 'open' as const, skipped_at: null, retry_at: null, owed: [] };
    model.preorders.push({ id, buyer, quantity, highest, expires_on, queued_at: model.now, ...zero });
    return 201;
  });

export const cancel = (at: number) =>
  new Step('cancel a pre-order', `${at}`, async (model, { shop, buyers }) => {
    const each = pickFitting(model.preorders, at, isOpen);
    if (!each) return;
    const expected = isOpen(each) ? 200 : 409;
    const answer = await shop.as(buyers[each.buyer]!)(cancelPreorder, { params: { id: each.id } });
    expect(answer.status).toBe(expected);
    if (isOpen(each)) model.end(each, 'cancelled');
    return expected;
  });

export const fill = new Step('fill pre-orders', '', async (model, real) => {
  await fillPreorders(real.ctx);
  model.run();
  await readOrders(model, real);
  return 200;
});

/** The model doesn't know the ids of the orders that pre-orders became. */
async function readOrders(model: ShopModel, { sql }: Run): Promise<void> {
  const filled = model.cards.filter(({ order }) => order?.id === '');
  const orders = new Map<string, { number: number; buyer: number; cards: typeof filled }>();
  for (const card of filled) {
    const [row] = await sql<{ id: string; number: number }[]>`
      select o.id, o.number from order_lines l join orders o on o.id = l.order_id
      where l.card_id = ${card.id} and l.state = 'delivered'`;
    const { id = 'none', number = 0 } = row ?? {};
    const order = orders.get(id) ?? { number, buyer: card.order!.buyer, cards: [] };
    order.cards.push(card);
    orders.set(id, order);
  }
  for (const [id, { cards, ...order }] of orders) model.sell({ id, ...order, at: model.now }, cards);
}

/** Ends every pre-order of an earlier run, so that none of it gets what arrives in this one. */
export async function endAll({ shop, sql, ctx }: Pick<Run, 'shop' | 'sql' | 'ctx'>): Promise<void> {
  const open = await sql<{ id: string; user_id: string }[]>`select id, user_id from preorders where ended_at is null`;
  for (const { id, user_id } of open)
    await shop.as({ token: await shop.signIn(user_id) })(cancelPreorder, { params: { id } });
  await fillPreorders(ctx);
}
