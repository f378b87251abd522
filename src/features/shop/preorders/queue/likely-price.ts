import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import { type PriceRule, priceOf } from '../../../supply/batches/prices/price-of.ts';
import { roundingOf } from '../../../supply/batches/prices/rounding-of.ts';

/** The likely price of a card that isn't on sale: priced like its programme's newest batch, else at face value. */
export const likelyPrice = async (ctx: Ctx, kind: Priced): Promise<number> =>
  priceBy(ctx, kind, await pricingOf(ctx, kind));

/** The price at the largest discount that there is: below it, a pre-order would wait in vain. */
export const lowestPrice = async (ctx: Ctx, kind: Priced): Promise<number> =>
  priceBy(ctx, kind, { ...(await pricingOf(ctx, kind)), discount_bp: LARGEST_DISCOUNT_BP });

interface Priced {
  programme: { id: string; currency: string };
  face_cents: number;
}
const LARGEST_DISCOUNT_BP = 9_000;

async function pricingOf(ctx: Ctx, { programme }: Priced): Promise<PriceRule> {
  const { sql, clock } = ctx;
  const [batch] = await sql<PriceRule[]>`
    select b.usd_e9, b.discount_bp, ${roundingOf(sql)} as rounding_cents
    from batches b join programmes p on p.id = b.programme_id
    where b.programme_id = ${programme.id} and b.state in ('approved', 'paused') order by b.id desc limit 1`;
  if (batch) return batch;
  const usd_e9 = await fiatReference(ctx, sql, programme.currency, clock.now());
  return { usd_e9, discount_bp: 0, rounding_cents: 1 };
}

async function priceBy({ sql }: Ctx, { face_cents }: Priced, rule: PriceRule): Promise<number> {
  const [price] = await sql<[{ cents: number }]>`
    select ${priceOf(sql, rule)} as cents from (values (${face_cents}::bigint)) as card (face_cents)`;
  if (!Number.isSafeInteger(price.cents)) throw new AppError('conflict', message('preorder.no_face'));
  return price.cents;
}
