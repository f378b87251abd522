import { expect, test } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { drawPopulation, judgePopulation } from '../../bench/support/linked-population.ts';

const shop = await createTestShop();

test('in a population of a fixed seed, farms are linked and wait, and households and offices buy undisturbed', async () => {
  const population = drawPopulation(
    {
      farm_device: 1,
      farm_funding: 1,
      farm_device_and_funding: 1,
      farm_network: 1,
      farm_nothing_shared: 0,
      single: 150,
      family: 25,
      family_one_device: 5,
      roommates: 5,
      office: 1,
    },
    7,
  );
  const kinds = await judgePopulation(shop.sql, population);
  for (const kind of ['farm_device', 'farm_funding', 'farm_device_and_funding'] as const)
    expect(kinds[kind], kind).toMatchObject({ linked: expect.closeTo(1, 1) });
  for (const kind of ['farm_device', 'farm_funding', 'farm_device_and_funding'] as const) {
    expect(kinds[kind]!.waiting, kind).toBeGreaterThan(0.3);
    expect(kinds[kind]!.limits_left, kind).toBeLessThan(0.2);
  }
  for (const kind of ['single', 'family', 'family_one_device', 'roommates', 'office'] as const)
    expect(kinds[kind]!.waiting, kind).toBe(0);
  for (const kind of ['single', 'family', 'roommates', 'office'] as const)
    expect(kinds[kind]!.limits_left, kind).toBeGreaterThan(0.95);
});
