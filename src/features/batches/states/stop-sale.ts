import type { Tx } from '#platform/db/client.ts';
import { moveCards } from './move-cards.ts';
import { tellCarts } from './tell-carts.ts';

/** Pauses a locked batch that is on sale; returns how many cards that takes off sale. */
export async function stopSale(sql: Tx, batch_id: string): Promise<number> {
  await sql`update batches set state = 'paused' where id = ${batch_id}`;
  const cards = await moveCards(sql, { batch_id, which: sql`state = 'available'`, state: sql`'paused'` });
  await tellCarts(sql, sql`c.batch_id = ${batch_id}`);
  return cards;
}
