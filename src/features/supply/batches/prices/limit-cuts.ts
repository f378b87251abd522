import { message } from '#i18n/message.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { priceCutAlert } from './price-cut-alert.ts';
import { isUnsold } from './set-prices.ts';

/** Approvers hear of a cut above this. */
const NOTED_PERCENT = 10;
/** How far below the discount that was approved one person may go. */
const ALONE_BP = 1000;

interface Repricing {
  batch_id: string;
  /** The cards concerned, as SQL. */
  which: Query;
  change: () => Promise<number>;
}

/**
 * Changes prices of approved stock, within what one person may do alone: ten points below the approved discount at the
 * most, no card below what it cost, and an alert where the cards lose more than a tenth of their price.
 */
export async function limitCuts(ctx: Ctx, sql: Db, { batch_id, which, change }: Repricing): Promise<number> {
  const read = async () => {
    const [value] = await sql<[{ name: string; price_cents: number; below: number; cut: number }]>`
      select b.name, coalesce(sum(price_cents), 0)::bigint as price_cents,
        count(*) filter (where price_cents < purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp,
          1, face_cents)) as below,
        count(*) filter (where unsold.discount_bp > b.approved_discount_bp + ${ALONE_BP}) as cut
      from batches b left join (
        select face_cents, price_cents, discount_bp from cards
        where batch_id = ${batch_id} and ${isUnsold(sql)} and ${which}) as unsold on true
      where b.id = ${batch_id} group by b.id`;
    return value;
  };
  const before = await read();
  const changed = await change();
  const after = await read();
  if (after.below > before.below)
    throw new AppError('forbidden', message('prices.below_cost', { count: after.below - before.below }));
  if (after.cut > before.cut)
    throw new AppError(
      'forbidden',
      message('prices.far_below', { count: after.cut - before.cut, points: ALONE_BP / 100 }),
    );
  const percent = Math.floor(100 - (after.price_cents * 100) / before.price_cents);
  if (percent > NOTED_PERCENT)
    await raiseAlert(sql, ctx.clock.now(), {
      kind: priceCutAlert,
      subject: batch_id,
      details: { name: before.name, percent },
    });
  return changed;
}
