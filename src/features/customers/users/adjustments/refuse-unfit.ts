import type { ADJUSTMENT_CAUSES } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../../ctx.ts';
import { readLimitsUsed } from '../../tiers/read-limits-used.ts';
import { CEILING_CENTS, tierLimits } from '../../tiers/tier-limits.ts';

export interface Adjustment {
  cents: number;
  /** Of a refund alone. */
  order_id: string | null;
  cause: (typeof ADJUSTMENT_CAUSES)[number];
}

/** Locks a user's balances, as every top-up and purchase does. */
export const lockBalances = (sql: Db, user_id: string) => sql`
  select from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where a.owner_id = ${user_id} order by b.account_id for update of b`;

/**
 * Refuses what can't be taken, or put on a balance: never below zero, and above the tier's limits only a refund of what
 * an order of the account cost. Nobody lets a balance exceed the ceiling.
 */
export async function refuseUnfit(
  ctx: Ctx,
  sql: Db,
  { user_id, disabled, cents, cause, order_id }: Adjustment & { user_id: string; disabled: boolean },
): Promise<void> {
  if (cents < 0) {
    if (cause !== 'correction') throw invalidField('cause', message('users.only_correction'));
    const available = await balanceOf(sql, { kind: 'available', owner_id: user_id });
    if (available + cents < 0)
      throw invalidField('cents', message('users.too_little', { amount: { cents: available } }));
    return;
  }
  if (disabled) throw new AppError('conflict', message('users.is_disabled'));
  const { tier, stored_cents, top_up_30d_cents } = await readLimitsUsed(sql, user_id, ctx.clock.now());
  if (cause === 'refund') {
    const max_cents = Math.max(0, Math.min(await refundable(sql, user_id, order_id), CEILING_CENTS - stored_cents));
    if (cents > max_cents) throw invalidField('cents', message('users.over_paid', { amount: { cents: max_cents } }));
    return;
  }
  const limits = tierLimits(tier);
  const room = Math.min(limits.stored_balance_cents - stored_cents, limits.top_up_30d_cents - top_up_30d_cents);
  if (cents > room) throw invalidField('cents', message('users.over_limit', { amount: { cents: Math.max(0, room) } }));
}

/** What an order of the account may still pay back. */
async function refundable(sql: Db, user_id: string, order_id: string | null): Promise<number> {
  const [order] = await sql<{ cents: number }[]>`
    select cents from order_rests where id = ${order_id} and user_id = ${user_id}`;
  if (!order) throw invalidField('order_number', message('users.no_order'));
  return order.cents;
}
