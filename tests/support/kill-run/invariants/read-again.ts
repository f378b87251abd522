import type { Order } from '#contracts/shop/orders.ts';
import { ask } from '../ask.ts';
import type { Breach, History } from '../history.ts';

const ORDERS = 60;

/** Reads through the API what these buyers were told: every secret, and the newest orders; the rest is checked by SQL. */
export async function readAgain(url: () => string, history: History, buyers: ReadonlySet<string>): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const orders = history.orders.filter(({ buyer }) => buyers.has(buyer.id)).slice(-ORDERS);
  for (const { id, buyer, cards } of orders) {
    const answer = await ask(url, { path: `/api/invoices/${id}`, token: buyer.token });
    const read = ((answer.body.data as Order | undefined)?.cards ?? []).map((card) => card.id);
    if (String(read.sort()) !== String(cards.map((card) => card.id).sort())) {
      breaches.push({ rule: 'orders_read_again', detail: `order ${id}: ${answer.status}, ${read.length} cards` });
    }
  }
  for (const { buyer, order_id, card_id, secret } of history.reveals.filter(({ buyer }) => buyers.has(buyer.id))) {
    const path = `/api/invoices/${order_id}/cards/${card_id}/reveal`;
    const answer = await ask(url, { method: 'POST', path, token: buyer.token, body: { consent: true } });
    if (JSON.stringify(answer.body.data) !== secret) {
      breaches.push({ rule: 'reveals_read_again', detail: `card ${card_id}: ${answer.status}` });
    }
  }
  return breaches;
}
