import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { moveCards } from './move-cards.ts';
import { publishCarts } from './publish-carts.ts';

interface Stop {
  batch_id: string;
  /** Set where the shop stopped it because of its cards (P5); payouts to its seller then wait for its resumption. */
  braked_at?: Date;
}

/** Pauses a locked batch, unless it was withdrawn; returns how many cards that takes off sale. */
export async function stopSale(ctx: Ctx, sql: Tx, { batch_id, braked_at }: Stop): Promise<number> {
  await sql`
    update batches set state = case when state = 'withdrawn' then state else 'paused' end,
      braked_at = ${braked_at ?? null}
    where id = ${batch_id}`;
  const cards = await moveCards(ctx, sql, { batch_id, which: sql`state = 'available'`, state: sql`'paused'` });
  await publishCarts(sql, sql`c.batch_id = ${batch_id}`);
  return cards;
}
