import { afterEach, expect, it, vi } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { stockByProgramme } from './catalogue.ts';

const shop = await createTestShop();
const [card] = await addCards(shop, { count: 3 });

afterEach(() => {
  vi.useRealTimers();
});

it('counts are renewed behind the requests that ask for them, and none is older than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const counted = async () => [...(await stockByProgramme(shop.ctx)).values()].map(({ on_sale }) => on_sale);
  expect(await counted()).toEqual([3]);
  await shop.sql`update cards set state = 'sold' where id = ${card!.id}`;
  expect(await counted()).toEqual([3]);
  vi.advanceTimersByTime(6_000);
  expect(await counted()).toEqual([3]);
  await expect.poll(counted).toEqual([2]);
  await shop.sql`update cards set state = 'sold'`;
  vi.advanceTimersByTime(11_000);
  expect(await counted()).toEqual([]);
});
