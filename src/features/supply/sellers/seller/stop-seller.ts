import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { stopSale } from '../../batches/states/stop-sale.ts';

/** Suspends a locked seller and takes their stock off sale; what is owed stays owed. */
export async function stopSeller(ctx: Ctx, sql: Tx, id: string): Promise<{ batches: number; cards: number }> {
  await sql`update sellers set state = 'suspended' where id = ${id}`;
  const batches = await sql<{ id: string }[]>`
    select id from batches where seller_id = ${id} and state = 'approved' order by id for update`;
  let cards = 0;
  for (const batch of batches) cards += await stopSale(ctx, sql, { batch_id: batch.id });
  return { batches: batches.length, cards };
}
