import { expect, test } from 'vitest';
import { cardsToTakeOut } from './take-out.ts';

const cart = (...prices: number[]) => prices.map((price_cents, at) => ({ id: String(at), price_cents }));
const pricesOut = (prices: number[], reachable_cents: number) =>
  cardsToTakeOut(cart(...prices), reachable_cents).map(({ price_cents }) => price_cents);

test('a cart within the sum loses nothing, to the last cent', () => {
  expect(pricesOut([20_00, 30_00], 50_00)).toEqual([]);
});

test('of the cards that would do alone, the cheapest goes', () => {
  expect(pricesOut([20_00, 31_00, 10_00], 50_00)).toEqual([20_00]);
  expect(pricesOut([11_00, 31_00, 19_00], 50_00)).toEqual([11_00]);
  expect(pricesOut([1101_76, 4_80, 20_00], 50_00)).toEqual([1101_76]);
});

test('where no single card suffices, the dearest go first, and the last one is no larger than it must be', () => {
  expect(pricesOut([40_00, 40_00, 40_00, 15_00], 50_00)).toEqual([40_00, 40_00, 15_00]);
});

test('where nothing would be left, nothing is proposed', () => {
  expect(pricesOut([60_00], 50_00)).toEqual([]);
  expect(pricesOut([60_00, 70_00], 50_00)).toEqual([]);
});
