import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getPayment } from '#contracts/coins/payments.ts';
import { buyWhenCredited, callOffPurchase } from '#contracts/shop/waiting-purchases.ts';
import { settlePurchase } from '#features/shop/waiting-purchases/settle/settle-purchase.ts';
import { settlePurchases } from '#features/shop/waiting-purchases/settle/settle-purchases.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const dev = await startDevChain();
let poll: () => Promise<unknown>;
let buyer: TestUser;

beforeAll(async () => {
  ({ poll } = await followDevChain(ctx, dev));
});
beforeEach(async () => {
  buyer = await shop.createUser();
});

/** A purchase of a card whose payment is credited, and an equal card beside it. */
async function credited(by_value = false) {
  const [card, equal] = await addCards(shop, { count: 2 });
  const body = { coin: 'ETH' as const, ids: [card!.id], by_value, expected_total_cents: 900 };
  const asked = await shop.as(buyer)(buyWhenCredited, { body, idempotencyKey: randomUUID() });
  const { id } = asked.body.data;
  const { data } = (await shop.as(buyer)(getPayment, { params: { id } })).body;
  await dev.send(data.address, BigInt(data.amount_units));
  await dev.mine(12);
  await poll();
  return { id, card_id: card!.id, equal_id: equal!.id };
}

const waiting = () => sql`
  select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;

/** Settles a purchase, and lets something happen once its cards are chosen and before its order takes them. */
async function settleWhile(id: string, happens: () => Promise<unknown>) {
  let settling: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`
      select from ledger_balances b join ledger_accounts a on a.id = b.account_id where a.owner_id = ${buyer.id} for update of b`;
    settling = settlePurchase(ctx, id);
    await expect.poll(waiting).toHaveLength(1);
    await happens();
  });
  await settling!;
}

async function outcome(id: string) {
  const [row] = await sql<{ state: string; card_id: string | null; price_cents: number | null }[]>`
    select w.state, l.card_id, l.price_cents from waiting_purchases w left join order_lines l on l.order_id = w.order_id
    where w.id = ${id}`;
  return row;
}
const waits = { state: 'waiting', card_id: null, price_cents: null };

test('a price that changes while the order is written is looked at again: less is paid, more is not', async () => {
  const cheaper = await credited();
  await settleWhile(
    cheaper.id,
    () => sql`update cards set price_cents = 850, price_changed_at = now() where id = ${cheaper.card_id}`,
  );
  expect(await outcome(cheaper.id)).toEqual(waits);
  await settlePurchases(ctx);
  expect(await outcome(cheaper.id)).toEqual({ state: 'bought', card_id: cheaper.card_id, price_cents: 850 });
  const dearer = await credited();
  await shop.fund(buyer.id, 5000);
  await settleWhile(dearer.id, () => sql`update cards set price_cents = 901 where id = ${dearer.card_id}`);
  expect(await outcome(dearer.id)).toEqual(waits);
  await settlePurchases(ctx);
  expect(await outcome(dearer.id)).toEqual({ ...waits, state: 'failed' });
});

test('a card that goes off sale while the order is written has an equal one in its place at the next run', async () => {
  for (const state of ['paused', 'withdrawn']) {
    const { id, card_id, equal_id } = await credited(true);
    await settleWhile(id, () => sql`update cards set state = ${state} where id = ${card_id}`);
    expect(await outcome(id)).toEqual(waits);
    await settlePurchases(ctx);
    expect(await outcome(id)).toEqual({ state: 'bought', card_id: equal_id, price_cents: 900 });
  }
});

test('what its buyer calls off just as it is refused is called off', async () => {
  const { id } = await credited();
  let calling: Promise<{ status: number }> | undefined;
  await settleWhile(id, async () => {
    await sql`
      insert into spending_blocks (user_id, deposit_id, blocked_at)
      select user_id, id, now() from deposits where payment_id = ${id}`;
    calling = shop.as(buyer)(callOffPurchase, { params: { id } });
    await expect.poll(waiting).toHaveLength(2);
  });
  expect((await calling!).status).toBe(200);
  expect(await outcome(id)).toEqual({ ...waits, state: 'called_off' });
});

test('many about which nothing can be decided hold up none behind them', async () => {
  const { id } = await credited();
  const others = await sql<{ id: string }[]>`
    insert into users (username, email, password_hash)
    select 'waits' || n, 'waits' || n || '@example.com', 'none' from generate_series(1, 501) n returning id`;
  await sql`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
    select u.id, coin, address_id, amount_cents, amount_units, rate_id, created_at, created_at
    from payments p, unnest(${others.map((other) => other.id)}::uuid[]) u (id) where p.id = ${id}`;
  await sql`
    insert into waiting_purchases (id, user_id, session_id, card_ids, prices_cents, value_card_ids, total_cents, asked_at, expires_at)
    select p.id, p.user_id, w.session_id, w.card_ids, w.prices_cents, '{}', 900, w.asked_at - interval '1 minute', w.expires_at
    from payments p, waiting_purchases w where w.id = ${id} and p.user_id = any(${others.map((other) => other.id)})`;
  await sql.begin(async (tx) => {
    // Somebody else decides about each of them.
    const busy = await tx`select from waiting_purchases where state = 'waiting' and id <> ${id} for update`;
    expect(busy.length).toBe(501);
    await settlePurchases(ctx);
  });
  expect((await outcome(id))!.state).toBe('bought');
});
