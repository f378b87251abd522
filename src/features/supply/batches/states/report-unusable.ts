import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { by, Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { brakedAlert } from './braked-alert.ts';
import { stopSale } from './stop-sale.ts';

/** Above this part of its cards, a batch is paused (P5). */
const BRAKE_PERCENT = 2;

/**
 * Records cards of a locked batch that can't be redeemed, and brakes the batch at too many, even one that is paused or
 * withdrawn already: what it sold is still to be paid out. Says whether it did.
 */
export async function reportUnusable(
  ctx: Ctx,
  sql: Tx,
  who: ReturnType<typeof by>,
  { batch_id, ids }: { batch_id: string; ids: string[] },
): Promise<boolean> {
  const now = ctx.clock.now();
  await sql`
    update cards set unusable_at = ${now} where batch_id = ${batch_id} and id = any(${ids}) and unusable_at is null`;
  // Out of what was on sale: cards that never were, or whose import was undone, would loosen the brake.
  const [batch] = await sql<[{ name: string; state: string; braked: boolean; unusable: number; total: number }]>`
    select b.name, b.state, b.braked_at is not null as braked, u.cards as unusable,
      f.available + f.paused + f.sold + u.gone as total
    from batches b join batch_figures f on f.batch_id = b.id
    cross join lateral (
      select count(*) as cards, count(*) filter (where state not in ('available', 'paused', 'sold')) as gone
      from cards where batch_id = b.id and unusable_at is not null) u
    where b.id = ${batch_id}`;
  const { name, state, braked, unusable, total } = batch;
  if (braked || !['approved', 'paused', 'withdrawn'].includes(state) || unusable * 100 <= total * BRAKE_PERCENT)
    return false;
  const cards = await stopSale(ctx, sql, { batch_id, braked_at: now });
  const details = { unusable, total, cards };
  await appendAudit(sql, { ...who, action: 'batch.braked', subject: batch_id, details });
  await raiseAlert(sql, now, { kind: brakedAlert, subject: batch_id, details: { name, unusable, total } });
  return true;
}
