import { expect, test } from 'vitest';
import { chipAmounts } from './chip-amounts.ts';

const amountsOf = (cart_cents: number, room_cents: number) =>
  chipAmounts({ minimum_cents: 5_00, cart_cents, room_cents }).map(({ kind, cents }) => `${kind} ${cents}`);

test('the cart comes first, round amounts follow, and the room is the last', () => {
  expect(amountsOf(13_40, 90_00)).toEqual(['cart 1340', 'round 1000', 'round 2500', 'round 5000', 'room 9000']);
});

test('nothing above the room, below the minimum or twice', () => {
  expect(amountsOf(0, 25_00)).toEqual(['round 1000', 'round 2500']);
  expect(amountsOf(10_00, 20_00)).toEqual(['cart 1000', 'room 2000']);
  expect(amountsOf(0, 4_00)).toEqual([]);
});
