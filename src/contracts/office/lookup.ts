import { z } from 'zod';
import { call } from '../call.ts';
import { cents, currency, dataOf, id, searchText } from '../shapes.ts';

const found = z.object({
  kind: z.enum(['ticket', 'user', 'order', 'payment', 'programme', 'batch']),
  /** Of the page that it opens. */
  id,
  title: z.string(),
  /** What tells it from others of the same title. */
  detail: z.string().nullable(),
});
export type Found = z.infer<typeof found>;

export const searchEverything = call({
  method: 'GET',
  path: '/api/admin/search',
  summary:
    'Tickets, people, orders, payments, programmes and batches by number, name or text, as far as your duties open them',
  guards: ['auth', 'admin'],
  perMinute: 120,
  query: z.object({ q: searchText }),
  reply: dataOf(z.array(found)),
});

const foundOwn = z.object({
  kind: z.enum(['brand', 'order', 'card', 'payment', 'ticket']),
  /** Of the page that it opens; of a brand, what its address ends with. */
  id: z.string(),
  /** The order that a card belongs to. */
  order_id: id.nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  /** What an order or a payment is about, or the face value of a card. */
  amount: z.object({ cents, currency }).nullable(),
});
export type FoundOwn = z.infer<typeof foundOwn>;

export const searchOwn = call({
  method: 'GET',
  path: '/api/search',
  summary:
    'Brands on offer, and your orders, cards, payments and tickets by number, name, note or text; never by a code',
  guards: ['auth'],
  perMinute: 120,
  query: z.object({ q: searchText }),
  reply: dataOf(z.array(foundOwn)),
});
