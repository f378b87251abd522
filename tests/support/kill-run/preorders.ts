import { setTimeout as delay } from 'node:timers/promises';
import * as orders from '#contracts/shop/orders.ts';
import * as preorders from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import type { Sql } from '#platform/db/client.ts';
import { type Answer, ask, type Question } from './ask.ts';
import type { Buyer } from './history.ts';
import type { Field } from './market.ts';

const PAUSE_MS = 200;

/** Cards of one programme and face value, and the most that one of them costs. */
export interface Wish {
  programme_id: string;
  face_cents: number;
  highest_price_cents: number;
  /** More than there are, so that it can't be bought at once. */
  quantity: number;
}

const WANTED = 20;

/** The cheapest of these cards and those that cost no more: buyers come by them often, and there are few. */
export async function scarceWish(books: Sql, cards: readonly string[]): Promise<Wish> {
  const [wish] = await books<[Wish]>`
    with kind as (
      select programme_id, face_cents from cards where id = any(${[...cards]}) order by price_cents, id limit 1),
    cheapest as (
      select c.programme_id, c.face_cents, c.price_cents from cards c join kind using (programme_id, face_cents)
      where c.state = 'available' order by c.price_cents limit ${WANTED}),
    wanted as (select programme_id, face_cents, max(price_cents) as highest_price_cents from cheapest group by 1, 2)
    select w.*, 1 + (
      select count(*)::integer from cards c where c.programme_id = w.programme_id and c.face_cents = w.face_cents
        and c.state = 'available' and c.price_cents <= w.highest_price_cents) as quantity
    from wanted w`;
  return wish;
}

/** One buyer who reserves money for cards that others have, cancels now and then, and gives back what was bought for them. */
export async function reserveAlong(
  field: Field,
  { token }: Buyer,
  { wish, random }: { wish: Wish; random: Random },
): Promise<void> {
  const { history } = field;
  let keys = 0;
  const send = (question: Question) => ask(field.url, { method: 'POST', token, ...question });
  const unexpected = (what: string, { status, body }: Answer) =>
    history.wrong.push({ rule: 'unexpected_answer', detail: `${what}: ${status} ${body.message ?? ''}` });

  async function place(): Promise<void> {
    const expires_on = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    const body = { ...wish, expires_on };
    const answer = await send({ path: preorders.placePreorder.path, key: `preorder-${++keys}`, body });
    if (answer.status === 201) history.preorders.set(answer.body.data.id, 'placed');
    // Enough are on sale after all.
    else if (answer.status !== 409) unexpected('pre-order', answer);
  }

  async function cancel({ id }: preorders.Preorder): Promise<void> {
    const answer = await send({ method: 'DELETE', path: `${preorders.placePreorder.path}/${id}` });
    if (answer.status === 200) history.preorders.set(id, 'cancelled');
    // It was filled, or a first attempt whose answer was lost had cancelled it.
    else if (answer.status !== 409) unexpected('cancelled pre-order', answer);
  }

  async function giveBack(order_id: string): Promise<void> {
    const { body } = await send({ method: 'GET', path: `${orders.placeOrder.path}/${order_id}` });
    for (const { id, state } of (body.data as orders.Order).cards) {
      if (state !== 'delivered') continue;
      const path = `${orders.placeOrder.path}/${order_id}/cards/${id}/return`;
      const answer = await send({ path, key: `back-${order_id}-${id}` });
      if (answer.status !== 200) unexpected('return of a pre-ordered card', answer);
    }
  }

  for (const back = new Set<string>(); !field.stopping; await delay(PAUSE_MS)) {
    const { body } = await send({ method: 'GET', path: preorders.listPreorders.path });
    const mine = body.data as preorders.Preorder[];
    const open = mine.filter(({ state }) => state === 'open' || state === 'part_filled');
    if (open.length < 2) await place();
    else if (random(8) === 0) await cancel(open[0]!);
    for (const { id } of mine.flatMap((one) => one.orders)) {
      if (back.has(id)) continue;
      back.add(id);
      history.fills++;
      await giveBack(id);
    }
  }
}
