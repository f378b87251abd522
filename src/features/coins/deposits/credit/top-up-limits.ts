import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { type LimitsUsed, readLimitsUsed } from '../../../customers/tiers/read-limits-used.ts';
import { CEILING_CENTS, tierLimits } from '../../../customers/tiers/tier-limits.ts';

/** Smaller deposits are held until together they reach this amount. */
export const MINIMUM_CENTS = 500;

export interface TopUpRoom {
  stored_cents: number;
  stored_limit_cents: number;
  top_up_30d_cents: number;
  top_up_30d_limit_cents: number;
  /** What may be added now. */
  room_cents: number;
  /** What may be added when an admin releases a payment: nobody may exceed the ceiling. */
  ceiling_room_cents: number;
  /** The limit that is reached first. */
  bound_by: 'stored' | 'monthly';
}

/** How much the user may still add under their tier. With `lock`, the balance, and those of the group, wait until the transaction ends. */
export async function topUpRoom(
  sql: Db,
  { user_id, now, lock = false }: { user_id: string; now: Date; lock?: boolean },
): Promise<TopUpRoom> {
  if (lock) {
    await sql`
      select from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} order by b.account_id for update of b`;
    await sql`select lock_account_group(${user_id})`;
  }
  return roomOf(await readLimitsUsed(sql, user_id, now));
}

/** The room that somebody of a tier has who has used that much of its limits. */
export function roomOf({ tier, stored_cents, top_up_30d_cents }: Omit<LimitsUsed, 'spent_24h_cents'>): TopUpRoom {
  const { stored_balance_cents: stored_limit_cents, top_up_30d_cents: top_up_30d_limit_cents } = tierLimits(tier);
  const stored_room = Math.max(0, stored_limit_cents - stored_cents);
  const monthly_room = Math.max(0, top_up_30d_limit_cents - top_up_30d_cents);
  return {
    stored_cents,
    stored_limit_cents,
    top_up_30d_cents,
    top_up_30d_limit_cents,
    room_cents: Math.min(stored_room, monthly_room),
    ceiling_room_cents: Math.max(0, CEILING_CENTS - stored_cents),
    bound_by: stored_room <= monthly_room ? 'stored' : 'monthly',
  };
}

/** What an owner is told whose balance is over the limit, as a refund may make it; null below. */
export function overStoredLimit({ stored_cents, stored_limit_cents }: TopUpRoom): Message | null {
  if (stored_cents <= stored_limit_cents) return null;
  return message('limits.over', { balance: { cents: stored_cents }, limit: { cents: stored_limit_cents } });
}
