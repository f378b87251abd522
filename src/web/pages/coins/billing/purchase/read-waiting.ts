import { listWaitingPurchases, type WaitingPurchase } from '#contracts/shop/waiting-purchases.ts';
import { read, type Where } from '#web/server/api.ts';

export interface Waiting {
  id: string;
  number: number;
  count: number;
  total_cents: number;
}

/** The purchase that waits for a payment of the user's, of which there is at most one. */
export async function readWaiting(where: Where): Promise<Waiting | null> {
  const { data } = await read(where, listWaitingPurchases, { query: { open: '1', per_page: '1' } });
  return data[0] ? waitingOf(data[0]) : null;
}

const waitingOf = ({ id, payment, cards, total_cents }: WaitingPurchase): Waiting => ({
  id,
  number: payment.number,
  count: cards.length,
  total_cents,
});
