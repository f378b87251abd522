import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getPayment } from '#contracts/coins/payments.ts';
import { buyWhenCredited, callOffPurchase, resumePurchase } from '#contracts/shop/waiting-purchases.ts';
import { connect } from '#platform/db/client.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { type DevChain, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { purchaseEvidence } from './purchase-evidence.ts';
import { settlePurchases } from './settle/settle-purchases.ts';

const shop: TestShop = await createTestShop();
const { ctx, sql } = shop;
/** What somebody has who stole the credentials of a process that serves: its role, and nothing of the vault. */
const thief = connect(shop.databaseUrl, { max: 2 });
afterAll(() => thief.end({ timeout: 1 }));
const dev: DevChain = await startDevChain();
let poll: () => Promise<unknown>;
beforeAll(async () => {
  ({ poll } = await followDevChain(ctx, dev));
});
let buyer: TestUser;
beforeEach(async () => {
  buyer = await shop.createUser();
});

async function ask(who = buyer) {
  const [card] = await addCards(shop);
  const body = { coin: 'ETH' as const, ids: [card!.id], expected_total_cents: 900 };
  const asked = await shop.as(who)(buyWhenCredited, { body, idempotencyKey: randomUUID() });
  expect(asked.status).toBe(201);
  return asked.body.data.id;
}

async function pay(id: string, who = buyer) {
  const { data } = (await shop.as(who)(getPayment, { params: { id } })).body;
  await dev.send(data.address, BigInt(data.amount_units));
  await dev.mine(12);
  await poll();
  await settlePurchases(ctx);
}

const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from waiting_purchases where id = ${id}`)[0]?.state;
const available = (who = buyer) => balanceOf(sql, { kind: 'available', owner_id: who.id });
/** The rows that the check of the audit log would name. */
async function witnesses(id: string) {
  const [evidence] = purchaseEvidence;
  const rows = await evidence!.read(sql, { after: '00000000-0000-0000-0000-000000000000', limit: 1000 });
  return rows.find((row) => row.id === id)!;
}

test('the role that serves changes nothing of what was asked for, and deletes no purchase', async () => {
  const id = await ask();
  for (const forgery of [
    thief`update waiting_purchases set card_ids = '{}' where id = ${id}`,
    thief`update waiting_purchases set prices_cents = '{1}' where id = ${id}`,
    thief`update waiting_purchases set total_cents = 1 where id = ${id}`,
    thief`update waiting_purchases set user_id = user_id where id = ${id}`,
    thief`update waiting_purchases set session_id = uuidv7() where id = ${id}`,
    thief`update waiting_purchases set expires_at = now() where id = ${id}`,
    thief`update waiting_purchases set consent_at = now() where id = ${id}`,
    thief`update waiting_purchases set revision = 0 where id = ${id}`,
    thief`delete from waiting_purchases where id = ${id}`,
  ])
    await expect(forgery).rejects.toMatchObject({ code: '42501' });
});

test('a purchase that nobody asked for buys nothing, and ends', async () => {
  const [card] = await addCards(shop);
  const id = await ask();
  await shop.as(buyer)(callOffPurchase, { params: { id } });
  // A payment of the victim without a purchase of its own.
  const [payment] = await sql<{ id: string }[]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
    select user_id, coin, address_id, 1000, amount_units, rate_id, now() + interval '1 hour' from payments where id = ${id}
    returning id`;
  const forge = (user_id: string) => thief`
    insert into waiting_purchases (id, user_id, session_id, card_ids, prices_cents, value_card_ids, total_cents, asked_at,
      expires_at, mac)
    select ${payment!.id}, ${user_id}, session_id, ${[card!.id]}, '{900}', '{}', 900, asked_at, expires_at, mac
    from waiting_purchases where id = ${id}`;
  await expect(forge((await shop.createUser()).id)).rejects.toMatchObject({ code: '23514' });
  await forge(buyer.id);
  await shop.fund(buyer.id, 5000);
  await pay(id);
  await sql`update deposits set payment_id = ${payment!.id} where payment_id = ${id}`;
  await settlePurchases(ctx);
  expect([await stateOf(payment!.id), await sql`select from orders where user_id = ${buyer.id}`]).toEqual([
    'failed',
    [],
  ]);
  expect(shop.logged.some((line) => line.includes('written past the shop') && line.includes(payment!.id))).toBe(true);
});

test('one that was called off does not come back with the MAC that it had', async () => {
  const id = await ask();
  const [before] = await sql<{ mac: Uint8Array }[]>`select mac from waiting_purchases where id = ${id}`;
  await shop.as(buyer)(callOffPurchase, { params: { id } });
  await thief`update waiting_purchases set state = 'waiting', ended_at = null, mac = ${before!.mac} where id = ${id}`;
  await pay(id);
  expect([await stateOf(id), await available()]).toEqual(['failed', 900]);
});

test('one that was called off and forged to wait is not resumed either', async () => {
  const id = await ask();
  await shop.as(buyer)(callOffPurchase, { params: { id } });
  await thief`update waiting_purchases set ended_at = now() + interval '1 second' where id = ${id}`;
  expect((await shop.as(buyer)(resumePurchase, { params: { id } })).status).toBe(409);
  expect(await stateOf(id)).toBe('called_off');
});

test('what was bought or failed stays so, and no order of somebody else is its own', async () => {
  const id = await ask();
  await pay(id);
  expect(await stateOf(id)).toBe('bought');
  await expect(
    thief`update waiting_purchases set state = 'waiting', ended_at = null, order_id = null where id = ${id}`,
  ).rejects.toThrow();
  const other = await shop.createUser();
  const theirs = await ask(other);
  await expect(
    thief`update waiting_purchases set state = 'bought', ended_at = now(),
      order_id = (select order_id from waiting_purchases where id = ${id}) where id = ${theirs}`,
  ).rejects.toThrow();
  const { flaw, facts, mac } = await witnesses(id);
  expect([flaw, ctx.vault.verifyMac('row of waiting_purchases', facts!, mac!)]).toEqual([null, true]);
  await thief`update waiting_purchases set state = 'failed', ended_at = now() where id = ${theirs}`;
  expect((await witnesses(theirs)).flaw).toBe('has no entry in the audit log');
});
