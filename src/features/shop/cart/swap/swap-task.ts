import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishCarts } from '../../../supply/batches/states/publish-carts.ts';
import { swapLines } from './swap-lines.ts';

const MAX_CARTS = 200;

/** The job after a sale: carts that hold one of its cards are read again, and lines added by value get an equal card. */
export function swapTask(ctx: Ctx): Task {
  const { sql } = ctx;
  return async ({ card_ids = '', after = null }) => {
    const ids = card_ids.split(',');
    if (after === null) await publishCarts(sql, sql`c.id = any(${ids}) and i.max_price_cents is null`);
    const carts = await sql<{ user_id: string }[]>`
      select distinct user_id from cart_items
      where card_id = any(${ids}) and max_price_cents is not null and (${after}::uuid is null or user_id > ${after})
      order by user_id limit ${MAX_CARTS}`;
    for (const { user_id } of carts) await swapLines(ctx, user_id);
    // A card at the top of a brand lies in many carts: the others come with the next job.
    if (carts.length === MAX_CARTS) await addJob(sql, 'cart_swap', { card_ids, after: carts.at(-1)!.user_id });
  };
}
