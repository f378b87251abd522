import { expect, test } from 'vitest';
import { exceededByAdding } from './exceeded-limits.ts';

const used = { tier: 0, stored_cents: 0, spent_24h_cents: 0, top_up_30d_cents: 0 };

test('what there is room for exceeds nothing, to the last cent', () => {
  expect(exceededByAdding(15_000, used)).toBeNull();
  expect(exceededByAdding(0, { ...used, stored_cents: 20_000 })).toBeNull();
});

test('a payment above what a balance can hold names the room and the tier that has enough', () => {
  expect(exceededByAdding(26_200, { ...used, stored_cents: 6_000 })).toEqual({
    limit: 'stored_balance',
    limit_cents: 15_000,
    left_cents: 9_000,
    over_cents: 17_200,
    next: { tier: 1, limit_cents: 100_000 },
  });
});

test('a payment above what 30 days allow names the month', () => {
  expect(exceededByAdding(5_000, { ...used, top_up_30d_cents: 12_000 })).toMatchObject({
    limit: 'top_up_30d',
    limit_cents: 15_000,
    left_cents: 3_000,
    over_cents: 2_000,
    next: { tier: 1, limit_cents: 300_000 },
  });
});

test('where no tier has the room, none is named', () => {
  expect(exceededByAdding(1_000, { ...used, tier: 2, stored_cents: 500_000 })).toMatchObject({ next: null });
});
