import { randomUUIDv7 } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import { type placePreorder as contract, MAX_OPEN_PREORDERS, type Preorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { termsPending } from '../../content/legal/terms-pending.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireSpendingAllowed } from '../../customers/spending/require-spending-allowed.ts';
import { countryBar, refuseBar } from '../../customers/tiers/country/country-bar.ts';
import { tierLimits } from '../../customers/tiers/tier-limits.ts';
import { requireTrustedDevice } from '../../identity/factors/step-up/require-trusted-device.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { type Buyer, lockBuyer } from '../orders/buying/lock-buyer.ts';
import { tooLittle } from '../orders/buying/too-little.ts';
import { UNCONFIRMED_DEVICE_CENTS } from '../orders/place-order.ts';
import { reservedAccount } from './money/reserved-account.ts';
import { findProgramme, onSaleNow } from './queue/find-programme.ts';
import { lowestPrice } from './queue/likely-price.ts';
import { readPreorders } from './queue/read-preorders.ts';

const LONGEST_DAYS = 180;

/** Queues a buyer for cards and reserves their highest price, in one transaction. */
export async function placePreorder(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<{ data: Preorder }> {
  const { id: user_id, tier } = actor.user;
  const { face_cents, quantity, highest_price_cents, notify_only, expires_on } = body;
  const now = ctx.clock.now();
  refuseDay(expires_on, now);
  const limit_cents = tierLimits(tier).one_order_cents;
  if (!notify_only && highest_price_cents > limit_cents) {
    const text = message('preorder.over_limit', { limit: { cents: limit_cents } });
    throw new AppError('invalid', text, { highest_price_cents: [text], tier: [text] });
  }
  return transaction(ctx.sql, async (sql) => {
    const { programme } = await findProgramme(sql, body);
    const lowest = await lowestPrice(within(ctx, sql), { programme, face_cents });
    if (highest_price_cents < lowest)
      throw invalidField('highest_price_cents', message('preorder.too_low', { amount: { cents: lowest } }));
    const buyer = await lockBuyer(sql, user_id, now);
    await refuseEleventh(sql, user_id);
    // While cards arrive, they and this can't see each other: then it is served like one that was skipped, in a moment.
    const [{ alone }] = await sql<[{ alone: boolean }]>`select hold_arrivals(${programme.id}) as alone`;
    const kind = { programme_id: programme.id, face_cents, highest_price_cents };
    const on_sale = await onSaleNow(sql, ctx.clock, kind);
    if (on_sale && on_sale.cards >= (notify_only ? 1 : quantity))
      throw new AppError('conflict', message('preorder.on_sale_now', { price: { cents: on_sale.from_cents } }));
    const total_cents = notify_only ? 0 : quantity * highest_price_cents;
    if (!notify_only) await requireFunds(ctx, sql, actor, { buyer, total_cents });
    const id = randomUUIDv7();
    await sql`
      insert into preorders (id, user_id, programme_id, face_cents, quantity, highest_price_cents,
        notify_only, expires_on, created_at, queued_at, retry_at)
      values (${id}, ${user_id}, ${programme.id}, ${face_cents}, ${quantity}, ${highest_price_cents}, ${notify_only},
        ${expires_on}, ${now}, ${now}, ${alone || notify_only ? null : now})`;
    if (!notify_only) {
      await transfer(sql, {
        debit: { kind: 'available', owner_id: user_id, limited: true },
        credit: reservedAccount(user_id),
        amount_cents: total_cents,
        kind: 'preorder_reserved',
        reference: id,
        unique_key: `preorder:${id}:reserve`,
      });
    }
    const details = { programme_id: programme.id, face_cents, quantity, highest_price_cents, notify_only };
    await appendAudit(sql, { ...by(actor), action: 'preorder.placed', subject: id, details });
    await publishUserEvent(sql, user_id, 'preorder', { id });
    const [data] = await readPreorders(sql, sql`p.id = ${id}`);
    return { data: data! };
  });
}

function refuseDay(expires_on: string, now: Date): void {
  const day = (after: number) => new Date(now.getTime() + after * DAY_MS).toISOString().slice(0, 10);
  if (expires_on < day(1) || expires_on > day(LONGEST_DAYS))
    throw invalidField('expires_on', message('preorder.expires', { days: LONGEST_DAYS }));
}

async function refuseEleventh(sql: Tx, user_id: string): Promise<void> {
  const [open] = await sql<[{ count: number }]>`
    select count(*) from preorders where user_id = ${user_id} and state in ('open', 'part_filled')`;
  if (open.count >= MAX_OPEN_PREORDERS)
    throw new AppError('conflict', message('preorder.too_many', { limit: MAX_OPEN_PREORDERS }));
}

async function requireFunds(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { buyer, total_cents }: { buyer: Buyer; total_cents: number },
): Promise<void> {
  const { id: user_id } = actor.user;
  if (buyer.blocked) await requireSpendingAllowed(sql, user_id);
  if (buyer.terms_pending) throw termsPending();
  refuseBar(countryBar(ctx.config, ctx.clock.now(), { ...buyer, tier: actor.user.tier }));
  const missing = total_cents - buyer.balance_cents;
  if (missing > 0) throw await tooLittle(sql, { user_id, now: ctx.clock.now(), missing });
  const reserved = await balanceOf(sql, reservedAccount(user_id));
  if (total_cents + reserved + buyer.spent_cents > UNCONFIRMED_DEVICE_CENTS)
    await requireTrustedDevice(ctx, sql, actor);
}
