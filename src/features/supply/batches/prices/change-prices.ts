import type { Input, Reply } from '#contracts/call.ts';
import type { changePrices as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { dismiss } from '../../../oversight/four-eyes/dismiss.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { batchKind } from '../proposals/batch-kind.ts';
import { publishCarts } from '../states/publish-carts.ts';
import { takeBatch } from '../states/take-batch.ts';
import { floorOf } from './floor-of.ts';
import { limitCuts } from './limit-cuts.ts';
import { openPriceGate } from './open-price-gate.ts';
import { requireFloor } from './require-floor.ts';
import { roundingOf } from './rounding-of.ts';
import { isUnsold, type Pricing, setPrices } from './set-prices.ts';

type Body = Input<typeof contract>['body'];

interface Batch {
  currency: string;
  discount_bp: number;
  floor_bp: number | null;
  rounding_cents: number;
}

/** The range of the discounts that a batch may have. */
const [MIN_BP, MAX_BP] = [-5000, 9000];

/** Changes the prices of named unsold cards, or the rule of the batch and with it the price of all its unsold cards. */
export async function changePrices(
  ctx: Ctx,
  actor: Actor,
  { params: { id: batch_id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  refuseUnclear(body);
  const cards = await transaction(ctx.sql, async (sql) => {
    const state = await takeBatch(sql, batch_id, ['draft', 'imported', 'approved', 'paused']);
    const [batch] = await sql<[Batch]>`
      select p.currency, b.discount_bp, ${floorOf(sql)} as floor_bp, ${roundingOf(sql)} as rounding_cents
      from batches b join programmes p on p.id = b.programme_id where b.id = ${batch_id}`;
    const usd_e9 = await fiatReference(ctx, sql, batch.currency, ctx.clock.now());
    const { rounding_cents, floor_bp } = batch;
    if (body.discount_bp !== undefined) requireFloor(floor_bp, body.discount_bp);
    const discount_bp = body.discount_bp ?? batch.discount_bp;
    const pricing = { batch_id, usd_e9, discount_bp, rounding_cents };
    const ids = body.ids && [...new Set(body.ids)];
    const change = () =>
      ids ? priceNamed(ctx, sql, { ...pricing, floor_bp }, { ...body, ids }) : changeRule(ctx, sql, pricing, body);
    const which = ids ? sql`id = any(${ids})` : sql`true`;
    const isApproved = state === 'approved' || state === 'paused';
    const cards = isApproved ? await limitCuts(ctx, sql, { batch_id, which, change }) : await change();
    await publishCarts(sql, sql`c.batch_id = ${batch_id}`);
    const details = { ...body, usd_e9, cards };
    await appendAudit(sql, { ...by(actor), action: 'batch.prices_changed', subject: batch_id, details });
    if (cards > 0) await askAnew(ctx, sql, actor, batch_id);
    return cards;
  });
  return { data: { cards } };
}

/** Whoever read an open proposal of the batch read other prices: a new one takes its place. */
async function askAnew(ctx: Ctx, sql: Tx, actor: Actor, batch_id: string): Promise<void> {
  const about = { kind: batchKind, subject: batch_id };
  if (!(await dismiss(ctx, sql, actor, about))) return;
  const [{ name }] = await sql<[{ name: string }]>`select name from batches where id = ${batch_id}`;
  await propose(ctx, sql, actor, { ...about, facts: { name } });
}

function refuseUnclear({ ids, price_cents, discount_bp, follows_rate }: Body): void {
  if (ids && follows_rate !== undefined) throw invalidField('follows_rate', message('prices.whole_batch'));
  if (!ids && price_cents !== undefined) throw invalidField('price_cents', message('prices.named_only'));
  if (price_cents !== undefined && discount_bp !== undefined) throw invalidField('discount_bp', message('prices.one'));
  if (price_cents === undefined && discount_bp === undefined && follows_rate === undefined) {
    throw invalidField('discount_bp', message('prices.none'));
  }
}

/** Without a new discount, only whether the batch follows the rate changes. */
async function changeRule(ctx: Ctx, sql: Tx, pricing: Pricing, { discount_bp, follows_rate }: Body): Promise<number> {
  if (follows_rate !== undefined) {
    await sql`update batches set follows_rate = ${follows_rate} where id = ${pricing.batch_id}`;
  }
  if (discount_bp === undefined) return 0;
  const { batch_id, usd_e9 } = pricing;
  await sql`
    update batches set discount_bp = ${discount_bp}, usd_e9 = ${usd_e9} where id = ${batch_id}`;
  return setPrices(within(ctx, sql), pricing, sql`true`);
}

async function priceNamed(
  ctx: Ctx,
  sql: Tx,
  { floor_bp, ...pricing }: Pricing & Pick<Batch, 'floor_bp'>,
  { ids, price_cents }: Body & { ids: string[] },
): Promise<number> {
  const { batch_id, usd_e9 } = pricing;
  const found = await sql<{ id: string; face_cents: number }[]>`
    select id, face_cents from cards where batch_id = ${batch_id} and id = any(${ids}) and ${isUnsold(sql)}
    order by id for no key update`;
  if (found.length < ids.length) {
    const known = new Set(found.map(({ id }) => id));
    const gone = ids.filter((id) => !known.has(id));
    throw new AppError('invalid', message('prices.not_unsold', { count: gone.length }), { ids: gone });
  }
  if (price_cents === undefined) return setPrices(within(ctx, sql), pricing, sql`id = any(${ids})`);
  const discounts = found.map(({ face_cents }) => discountAt(price_cents, face_cents, usd_e9));
  if (discounts.some((discount) => discount < MIN_BP || discount > MAX_BP)) {
    throw invalidField('price_cents', message('prices.out_of_range'));
  }
  requireFloor(floor_bp, Math.max(...discounts));
  await openPriceGate(ctx, sql, batch_id);
  afterCommit(sql, ctx.catalogue.forget);
  const { count } = await sql`
    update cards c set price_cents = ${price_cents}, discount_bp = one.discount_bp
    from unnest(${found.map(({ id }) => id)}::uuid[], ${discounts}::integer[]) as one (id, discount_bp)
    where c.id = one.id and c.price_cents <> ${price_cents}`;
  return count;
}

/** What a price takes off the face value, in hundredths of a per cent. */
const discountAt = (price_cents: number, face_cents: number, usd_e9: number) =>
  10_000 - roundHalfDown(BigInt(price_cents) * 10n ** 13n, BigInt(face_cents) * BigInt(usd_e9));

/** The nearest whole number to a quotient of positive numbers; of two as near, the lower. */
const roundHalfDown = (dividend: bigint, divisor: bigint): number =>
  Number((dividend * 2n + divisor - 1n) / (divisor * 2n));
