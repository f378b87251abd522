import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { onSale } from '../../../supply/programmes/catalogue/on-sale.ts';

const EACH_RUN = 100;

/** Lets pre-orders that were skipped, or placed while cards arrived, try again with what went on sale in the meantime. */
export async function retrySkipped(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.sql<{ id: string; programme_id: string }[]>`
    select id, programme_id from preorders where retry_at <= ${now} order by queued_at, id limit ${EACH_RUN}`;
  for (const { id, programme_id } of due) {
    await transaction(ctx.sql, async (sql) => {
      // Cards that arrive right now would be missed: later, then.
      const [{ alone }] = await sql<[{ alone: boolean }]>`select hold_arrivals(${programme_id}) as alone`;
      if (!alone) return;
      await sql`select lock_preorder_queue(${programme_id})`;
      const [preorder] = await sql<{ face_cents: number; highest_price_cents: number; missing: number }[]>`
        update preorders set retry_at = null where id = ${id} and retry_at <= ${now}
        returning face_cents, highest_price_cents, quantity - filled as missing`;
      if (!preorder) return;
      await sql`
        select allot_cards(array(
          select c.id from card_lots lot join cards c on c.batch_id = lot.batch_id and c.face_cents = lot.face_cents
            and c.price_cents = lot.price_cents and c.discount_bp = lot.discount_bp
            and coalesce(c.expires_on, 'infinity') = lot.expires_on
          where lot.programme_id = ${programme_id} and lot.face_cents = ${preorder.face_cents}
            and lot.price_cents <= ${preorder.highest_price_cents} and ${onSale(sql, ctx.clock)}
          order by c.price_cents, c.id limit ${preorder.missing} for update of c skip locked))`;
    });
  }
}
