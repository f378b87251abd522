import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, searchText } from '../shapes.ts';

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
