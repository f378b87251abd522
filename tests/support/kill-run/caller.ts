import type * as orders from '#contracts/shop/orders.ts';
import { type Answer, ask, type Question } from './ask.ts';
import type { Buyer } from './history.ts';
import type { Field } from './market.ts';

export interface Owned {
  order_id: string;
  card_id: string;
  price_cents: number;
}

/** How one buyer talks to the shop: each effect has a key of its own, and what was acknowledged is noted. */
export function callerOf({ url, history, market }: Field, buyer: Buyer) {
  let keys = 0;
  const newKey = () => `work-${++keys}`;

  async function send(question: Question): Promise<Answer> {
    const answer = await ask(url, { method: 'POST', token: buyer.token, ...question });
    if (answer.tries > 1) history.retried++;
    return answer;
  }

  function unexpected(what: string, { status, body }: Answer): void {
    history.wrong.push({ rule: 'unexpected_answer', detail: `${what}: ${status} ${body.message ?? ''}` });
  }

  /** Notes an order, and returns its cards. */
  function bought({ id, total_cents, cards }: orders.Order): Owned[] {
    history.orders.push({ id, buyer, total_cents, cards: cards.map(({ id, price_cents }) => ({ id, price_cents })) });
    market.sold(cards.map((card) => card.id));
    return cards.map((card) => ({ order_id: id, card_id: card.id, price_cents: card.price_cents }));
  }

  /** Notes the cards that a checkout was refused for. */
  function refused(gone: readonly string[]): void {
    for (const card of gone) history.refusedAsSold.add(card);
    market.sold(gone);
  }

  async function giveBack({ order_id, card_id, price_cents }: Owned): Promise<void> {
    const path = `/api/invoices/${order_id}/cards/${card_id}/return`;
    const answer = await send({ path, key: newKey() });
    if (answer.status !== 200) return unexpected('return', answer);
    history.returns.push({ buyer, order_id, card_id, price_cents });
    market.returned(card_id);
  }

  return { newKey, send, unexpected, bought, refused, giveBack };
}

const isId = /^[0-9a-f-]{36}$/;

/** The cards that an order was refused for: ids, or a sentence that says what else is wrong. */
export const goneOf = ({ body }: Answer): string[] => (body.errors?.ids ?? []).filter((id) => isId.test(id));
