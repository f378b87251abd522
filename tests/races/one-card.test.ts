import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();

test('200 buyers race for one card: one sale, 199 clean refusals', async () => {
  const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.createUser({ balance_cents: 2000 })));
  const [card] = await addCards(shop);
  const answers = await Promise.all(
    buyers.map((buyer) => shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() })),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  const refused = answers.filter((answer) => answer.status === 422);
  expect(refused).toHaveLength(199);
  for (const answer of refused) expect(answer.body.errors).toEqual({ ids: [card!.id] });
  const [sum] = await shop.sql<
    { balances: number }[]
  >`select sum(balance_cents)::bigint as balances from ledger_balances`;
  expect(sum?.balances).toBe(200 * 2000 - 900);
  expect(await shop.sql`select from order_lines where card_id = ${card!.id}`).toHaveLength(1);
});

test('50 orders at once with money for one: one succeeds, no balance below zero', async () => {
  const buyer = await shop.createUser({ balance_cents: 1000 });
  const cards = await addCards(shop, { count: 50 });
  const answers = await Promise.all(cards.map((card) => shop.as(buyer)(placeOrder, { body: { ids: [card.id] } })));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(49);
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id })).toBe(100);
});

test('20 orders at once at the edge of the tier: the sum never goes over', async () => {
  const buyer = await shop.createUser({ balance_cents: 15_000, tier: 0 });
  const cards = await addCards(shop, { count: 20, price_cents: 1500 });
  const answers = await Promise.all(cards.map((card) => shop.as(buyer)(placeOrder, { body: { ids: [card.id] } })));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
});

test('overlapping carts in opposite order end without a deadlock or a half sale', async () => {
  const cards = (await addCards(shop, { count: 8, price_cents: 100 })).map((card) => card.id);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.createUser({ balance_cents: 5000 })));
  const answers = await Promise.all(
    buyers.map((buyer, i) => shop.as(buyer)(placeOrder, { body: { ids: i % 2 ? cards : cards.toReversed() } })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(422)]);
});

test('20 returns of one card at once pay its price back once', async () => {
  const buyer = await shop.createUser({ balance_cents: 2000 });
  const [card] = await addCards(shop);
  const { body } = await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } });
  const params = { id: body.data.id, card_id: card!.id };
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.as(buyer)(returnCard, { params })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id })).toBe(2000);
});

test('a return waits for the balance before it locks its order, as a claim does: neither ends the other in a deadlock', async () => {
  const buyer = await shop.createUser({ balance_cents: 2000 });
  const [card] = await addCards(shop);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } })).body;
  const waiting = () => shop.sql`
    select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
  let returning: Promise<{ status: number }> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`
      select from ledger_balances b join ledger_accounts a on a.id = b.account_id where a.owner_id = ${buyer.id} for update of b`;
    returning = shop.as(buyer)(returnCard, { params: { id: data.id, card_id: card!.id } });
    await expect.poll(waiting).toHaveLength(1);
    expect(await tx`select id from orders where id = ${data.id} for update nowait`).toHaveLength(1);
  });
  expect((await returning!).status).toBe(200);
});

test('the ledger verifies after the races', async () => {
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});
