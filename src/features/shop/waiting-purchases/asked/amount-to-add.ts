import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { MINIMUM_CENTS } from '../../../coins/deposits/credit/top-up-limits.ts';
import { termsPending } from '../../../content/legal/terms-pending.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireSpendingAllowed } from '../../../customers/spending/require-spending-allowed.ts';
import { countryBar, refuseBar } from '../../../customers/tiers/country/country-bar.ts';
import { toActivateCents } from '../../cart/limits/to-activate-cents.ts';
import { lockBuyer } from '../../orders/buying/lock-buyer.ts';
import { refuseOverLimit } from '../../orders/place-order.ts';
import { requireDevice } from './require-device.ts';

/**
 * What a buyer has to add for an order of so many cents. Refuses what no money helps against, as the checkout would, and what the balance
 * covers already. An account that isn't active yet adds what activates it.
 */
export async function amountToAdd(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { total_cents, cards }: { total_cents: number; cards: number },
): Promise<number> {
  const { id: user_id, tier } = actor.user;
  const now = ctx.clock.now();
  await requireSpendingAllowed(sql, user_id);
  const buyer = await lockBuyer(sql, user_id, now);
  if (buyer.terms_pending) throw termsPending();
  refuseBar(countryBar(ctx.config, now, { ...buyer, tier }));
  await refuseOverLimit(sql, actor, { now, total: total_cents, spent: buyer.spent_cents, cards });
  await requireDevice(ctx, sql, actor, { total_cents, spent_cents: buyer.spent_cents });
  const missing = Math.max(
    total_cents - buyer.balance_cents,
    await toActivateCents({ sql, config: ctx.config }, actor),
  );
  if (missing <= 0) throw new AppError('conflict', message('purchase.covered'));
  return Math.max(missing, MINIMUM_CENTS);
}
