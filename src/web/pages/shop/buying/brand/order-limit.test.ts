import { expect, test } from 'vitest';
import type { Limits } from '#contracts/customers/tiers.ts';
import { exceededRoom, spendingRoomOf } from '../hurdles/order-limit.ts';

const limits = (spent_24h_cents: number) =>
  ({
    tier: 0,
    tiers: [{ one_order_cents: 50_00, spend_24h_cents: 100_00, delayed_reveal_above_cents: 25_00 }],
    used: { spent_24h_cents },
  }) as Limits;

test.each([
  [0, 50_00, null],
  [0, 50_01, { kind: 'one_order', limit_cents: 50_00 }],
  [60_00, 40_00, null],
  [60_00, 40_01, { kind: 'day', limit_cents: 40_00 }],
  [120_00, 1, { kind: 'day', limit_cents: 0 }],
])('after %i cents of a day, %i cents are over: %j', (spent, cents, expected) => {
  expect(exceededRoom(spendingRoomOf(limits(spent)), cents)).toEqual(expected);
});

test.each([
  [0, 25_00],
  [10_00, 15_00],
  [60_00, 0],
])('after %i cents of a day, codes up to %i cents are there at once', (spent, at_once_cents) => {
  expect(spendingRoomOf(limits(spent))).toMatchObject({ at_once_cents });
});

test('a visitor has no limits yet', () => {
  expect(exceededRoom(null, 1_000_00)).toBeNull();
});
