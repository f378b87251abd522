import { describe, expect, test } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { coreWorld } from '#tests/support/worlds/core-world.ts';
import { ethereumWorld } from '#tests/support/worlds/ethereum-world.ts';
import { torture } from '#tests/support/worlds/torture.ts';

/** One seed per node. For more: TORTURE_SEEDS=1,2,3; TORTURE_COINS=BTC selects coins. */
const seeds = (process.env.TORTURE_SEEDS ?? '2').split(',').map(Number);
const rounds = Number(process.env.TORTURE_ROUNDS ?? 60);
const chosen = (process.env.TORTURE_COINS ?? 'BTC,ETH,LTC').split(',');
const worlds = {
  BTC: { node: 'bcoin', open: () => coreWorld('BTC') },
  ETH: { node: 'anvil', open: () => ethereumWorld() },
  LTC: { node: 'litecoind', open: () => coreWorld('LTC') },
};
const runs = Object.entries(worlds)
  .filter(([coin]) => chosen.includes(coin))
  .flatMap(([coin, { node, open }]) => seeds.map((seed) => ({ coin, node, open, seed })));

describe.each(runs)('$coin on $node, seed $seed', async ({ open, seed }) => {
  const shop = await createTestShop();
  const world = await open();

  test('payments, sweeps, double spends, deep reorganisations, two watchers, crashes everywhere: every unit is credited once', async () => {
    const { wrong, figures } = await torture(shop, world, { seed, rounds });
    process.stdout.write(`torture ${JSON.stringify(figures)}\n`);
    expect(wrong).toEqual([]);
  });
});
