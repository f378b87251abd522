import { expect, test } from 'vitest';
import { returnCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { verifyHouse } from '../../books/verification/derived/verify-house.ts';
import { verifySaleDays } from '../../books/verification/verify-sale-days.ts';
import { closeSaleDays } from './close-sale-days.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const seller = await world.verified();
const buyer = await world.newBuyer();
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const past = (work: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx as unknown as typeof sql);
  });
/** Moves all sales back, as if they had happened days ago. */
const age = (days: number) =>
  past(async (tx) => {
    await tx`update order_lines set created_at = created_at - ${`${days} days`}::interval`;
    await tx`update seller_lines set sold_at = sold_at - ${`${days} days`}::interval`;
  });
const sell = async () => {
  const [own] = await world.onSale(null);
  const [theirs] = await world.onSale(seller.id);
  const ids = [own!.id, theirs!.id];
  return { ids, order: await world.buy(buyer, ids) };
};
/** Balances that tests give away come from no deposit. */
const house = async () => (await verifyHouse(sql)).filter((line) => !line.startsWith('crypto_eth'));
const days = () => sql`select day, lines, price_cents, shared_cents, commission_cents from sale_days order by day`;
const problems = async () => (await verifySaleDays(sql, '1970-01-01')).problems;

const { ids, order } = await sell();
// Both come back before their day is summed up as it was sold.
for (const card_id of ids)
  expect((await shop.as(buyer)(returnCard, { params: { id: order.id, card_id } })).status).toBe(200);
await age(3);
await sell();
await age(2);
await sell();
const [line] = await sql<{ price_cents: number; commission_cents: number }[]>`
  select price_cents, commission_cents from seller_lines limit 1`;
const summed = {
  lines: 2,
  price_cents: order.total_cents,
  shared_cents: line!.price_cents,
  commission_cents: line!.commission_cents,
};

test('what was sold is summed up once its day is over, and the shop must hold the same before and after, less what came back', async () => {
  expect(await house()).toEqual([]);
  await closeSaleDays(shop.ctx);
  expect(await days(), 'today is not over').toEqual([
    { day: dayBefore(5), ...summed },
    { day: dayBefore(2), ...summed },
  ]);
  expect(await house()).toEqual([]);
  expect(await problems()).toEqual([]);
  await closeSaleDays(shop.ctx);
  expect(await days()).toHaveLength(2);
});

test('a sum of a day that is not over, or of other sales, is refused, whoever writes the statement', async () => {
  const insert = (day: string, cents: number) =>
    shop.ctx.sql`insert into sale_days ${sql({ day, ...summed, price_cents: cents })}`;
  await expect(insert(dayBefore(0), order.total_cents)).rejects.toThrow('is not over');
  await expect(insert(dayBefore(4), order.total_cents)).rejects.toThrow('comes to another sum');
  await past((tx) => tx`delete from sale_days where day = ${dayBefore(5)}`);
  await expect(insert(dayBefore(5), order.total_cents + 1)).rejects.toThrow('comes to another sum');
  await expect(insert(dayBefore(5), order.total_cents)).resolves.toBeDefined();
});

test('the check names a day whose sum is gone, and sums of sales and of shares that were changed', async () => {
  const [gone, changed] = [dayBefore(5), dayBefore(2)];
  await past((tx) => tx`delete from sale_days where day = ${gone}`);
  await past((tx) => tx`update sale_days set price_cents = price_cents + 7 where day = ${changed}`);
  const cents = order.total_cents;
  expect(await problems()).toEqual([
    `what was sold on ${gone} is summed up to 0 but derives to ${cents}`,
    `what was sold on ${changed} is summed up to ${cents + 7} but derives to ${cents}`,
  ]);
  expect(await house(), 'from other sums follow other balances').toEqual([
    expect.stringMatching(/^commission stands at /),
    expect.stringMatching(/^sales stands at /),
  ]);
  await past(
    (tx) => tx`
    update sale_days set price_cents = price_cents - 7, commission_cents = commission_cents + 1 where day = ${changed}`,
  );
  expect((await problems()).at(-1)).toBe(
    `what was sold on ${changed} is summed up with other shares of sellers, or for another number of cards`,
  );
});
