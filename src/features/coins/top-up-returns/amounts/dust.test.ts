import { expect, test } from 'vitest';
import { isDust } from './dust.ts';

test.each([
  ['BTC', 546n],
  ['LTC', 5_460n],
  ['ETH', 50_000_000_000_000n],
] as const)('the least of %s that is sent is %s units', (coin, least) => {
  expect([isDust(coin, least - 1n), isDust(coin, least)]).toEqual([true, false]);
});
