import { expect, test } from 'vitest';
import { createPayment } from '#contracts/coins/payments.ts';
import * as chains from '#contracts/coins/watcher.ts';
import * as spending from '#contracts/customers/spending.ts';
import * as alerts from '#contracts/oversight/alerts.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const { poll } = await followDevChain(shop.ctx, dev);
const admin = shop.as(await shop.createUser({ role: 'admin' }));
const stock = await addCards(shop, { count: 20, price_cents: 900 });
let nextKey = 0;

const payIn = async (user: TestUser, amount_cents: number) => {
  const { body } = await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents } });
  await dev.send(body.data.address, BigInt(body.data.amount_units));
  await dev.mine(12);
  await poll();
};
const buy = (user: TestUser, count = 1) =>
  shop.as(user)(placeOrder, {
    body: { ids: stock.splice(0, count).map(({ id }) => id) },
    idempotencyKey: `order-${nextKey++}`,
  });

/** A buyer whose top-up of 2000 was credited, partly spent and reversed, and who then got something from another source. */
async function undoneBuyer(given = 1500): Promise<TestUser> {
  const user = await shop.createUser({ tier: 2 });
  await payIn(user, 2000);
  expect((await buy(user, 2)).status).toBe(201);
  await dev.reorganise(14);
  await dev.mine(14);
  await poll();
  await shop.fund(user.id, given);
  return user;
}

test('a reversed top-up that was spent stops cart and checkout with what lifts that, and tells the back office', async () => {
  const user = await undoneBuyer();
  const answers = [await buy(user), await shop.as(user)(addToCart, { body: { ids: [stock[0]!.id] } })];
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(body.message).toMatch(/The network undid a payment.*Add \$18\.00 under Add Fund.*or contact support/);
  }
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(1500);
  const { body } = await admin(alerts.listAlerts, { query: { open: '1' } });
  const alert = body.data.find(({ people }) => people.some(({ id }) => id === user.id))!;
  expect(alert).toMatchObject({ kind: 'deposit.reversed', times: 1, resolved_at: null });
  expect(alert.sentence).toBe('The network undid a credited ETH payment: $2.00 was taken back, $18.00 is still owed.');
  const blocks = (await admin(spending.listSpendingBlocks)).body.data;
  expect(blocks.find(({ user_id }) => user_id === user.id)).toMatchObject({ owed_cents: 1800 });
});

test('the account may spend again once its balance and what is added make up for what is owed', async () => {
  const user = await undoneBuyer(500);
  await payIn(user, 1000);
  expect((await buy(user)).status).toBe(403);
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(0);
  await payIn(user, 1300);
  expect((await buy(user)).status).toBe(201);
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(100);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});

test('the database lifts no block while something is owed, whoever asks it to', async () => {
  const user = await undoneBuyer();
  const lift = shop.ctx.sql`update spending_blocks set lifted_at = now() where user_id = ${user.id}`;
  await expect(lift).rejects.toThrow(/still owes something/);
  expect((await buy(user)).status).toBe(403);
});

test('an alert is closed once, by whom stays known; raised again it is a new one', async () => {
  await undoneBuyer();
  const [alert] = (await admin(alerts.listAlerts, { query: { open: '1' } })).body.data;
  const params = { id: alert!.id };
  expect((await admin(alerts.resolveAlert, { params })).status).toBe(204);
  expect((await admin(alerts.resolveAlert, { params })).status).toBe(404);
  const all = (await admin(alerts.listAlerts)).body.data;
  expect(all.find(({ id }) => id === params.id)).toMatchObject({ resolved_by: expect.any(String) });
  expect((await admin(alerts.listAlerts, { query: { open: '1' } })).body.data.map(({ id }) => id)).not.toContain(
    params.id,
  );
});

test('the back office reads where each chain stands, and what the operator imports', async () => {
  const user = await shop.createUser();
  await payIn(user, 1000);
  const [status] = (await admin(chains.listChains)).body.data;
  const { height, hash } = await dev.chain.adapter.tip();
  expect(status).toMatchObject({
    coin: 'ETH',
    network: 'local Ethereum development chain',
    state: 'following',
    reason: null,
    height,
    hash,
    tip_height: height,
    lag: 0,
    largest_gap: 0,
    unclaimed: { deposits: 0, units: '0' },
  });
  expect(status!.next_index).toBe(status!.highest_index! + 1);
  expect(status!.descriptor).toMatch(/^xpub.*\/0\/\*$/);
});
