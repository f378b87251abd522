import { exceededLimit } from '#contracts/customers/exceeded-limit.ts';
import type { Limits } from '#contracts/customers/tiers.ts';

/** What a tier lets its owner spend now, in one order and until its day has room again. */
export interface SpendingRoom {
  one_order_cents: number;
  day_cents: number;
  /** Up to here the codes are there at once, above it after an hour; null: always at once. */
  at_once_cents: number | null;
}

export type ExceededRoom = { kind: 'one_order' | 'day'; limit_cents: number } | null;

export function spendingRoomOf({ tier, tiers, used }: Limits): SpendingRoom {
  const { one_order_cents = 0, spend_24h_cents = 0, delayed_reveal_above_cents: above } = tiers[tier] ?? {};
  const left = (limit_cents: number) => Math.max(0, limit_cents - used.spent_24h_cents);
  return { one_order_cents, day_cents: left(spend_24h_cents), at_once_cents: above == null ? null : left(above) };
}

/** Which limit a purchase would exceed. Visitors have no limits to show. */
export function exceededRoom(room: SpendingRoom | null, cents: number): ExceededRoom {
  const kind = room && exceededLimit(room, cents);
  return kind && { kind, limit_cents: room[`${kind}_cents`] };
}
