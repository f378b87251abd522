import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishCarts } from '../states/publish-carts.ts';
import { roundingOf } from './rounding-of.ts';
import { setPrices } from './set-prices.ts';

interface Due {
  id: string;
  currency: string;
  usd_e9: number;
  discount_bp: number;
  rounding_cents: number;
}

/** Once a night, prices the batches that follow the reference rate. Cards that were priced one by one keep their price. */
export async function repriceBatches(ctx: Ctx): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const due = await ctx.sql<Due[]>`
    select b.id, p.currency, b.usd_e9, b.discount_bp, ${roundingOf(ctx.sql)} as rounding_cents
    from batches b join programmes p on p.id = b.programme_id
    where b.follows_rate and b.state in ('imported', 'approved', 'paused')
      and coalesce(b.repriced_on, '-infinity') < ${today}::date order by b.id`;
  for (const batch of due) {
    // Without a current rate, prices stay until the next hour's sweep.
    const rate = await fiatReference(ctx, ctx.sql, batch.currency, ctx.clock.now()).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (rate !== undefined) await reprice(ctx, batch, rate, today);
  }
}

// Each chunk of prices commits on its own; the night counts once all are done.
async function reprice(ctx: Ctx, batch: Due, rate: number, today: string): Promise<void> {
  const { id: batch_id, discount_bp, rounding_cents, usd_e9: from } = batch;
  const pricing = { batch_id, discount_bp, rounding_cents, usd_e9: rate };
  const cards = await setPrices(ctx, pricing, ctx.sql`discount_bp = ${discount_bp}`);
  await transaction(ctx.sql, async (sql) => {
    await sql`update batches set usd_e9 = ${rate}, repriced_on = ${today} where id = ${batch_id}`;
    if (cards === 0) return;
    await publishCarts(sql, sql`c.batch_id = ${batch_id}`);
    const details = { from_usd_e9: from, usd_e9: rate, cards };
    await appendAudit(sql, { actor_id: null, action: 'batch.repriced', subject: batch_id, details });
  });
}
