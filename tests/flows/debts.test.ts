import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { userChannel } from '#contracts/channels.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import { listSpendingBlocks } from '#contracts/customers/spending.ts';
import { decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import { eraseAccount, exportAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { cancelPreorder, placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { fillPreorders } from '#features/shop/preorders/fill/fill-preorders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [support, approver] = [await staff('support'), await staff('approver')];
const reason = 'Asked for in ticket 1012';

const available = ({ id }: TestUser) => balanceOf(sql, { kind: 'available', owner_id: id });
const owed = async ({ id }: TestUser) => Math.abs(await balanceOf(sql, { kind: 'debt', owner_id: id }));
const isBlocked = async ({ id }: TestUser) =>
  (await shop.as(support)(listSpendingBlocks)).body.data.some(({ user_id }) => user_id === id);
const buyers = () => shop.createUser({ tier: 2, balance_cents: 900 });

async function buy(user: TestUser) {
  const [card] = await addCards(shop, { price_cents: 900 });
  const { status, body } = await shop.as(user)(placeOrder, {
    body: { ids: [card!.id] },
    idempotencyKey: randomUUID(),
  });
  expect(status).toBe(201);
  const { id, number } = body.data;
  return { number, back: () => shop.as(user)(returnCard, { params: { id, card_id: card!.id } }) };
}

/** Proposes to put an amount on a balance; the answer agrees. */
async function byHand({ id }: TestUser, cents: number, order_number?: number) {
  const params = { id };
  const of = order_number ? { cause: 'refund' as const, order_number } : { cause: 'goodwill' as const };
  const proposed = await shop.as(support)(proposeAdjustment, { params, body: { cents, ...of, reason } });
  expect(proposed.status).toBe(204);
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where subject = ${id} and kind = 'balance.adjust' and decision is null`;
  const body = { proposal_id: open!.id, decision: 'approved' as const, reason };
  return () => shop.as(approver)(decideAdjustment, { params, body });
}

/** Money reserved for a card that isn't there yet. */
async function preorder(user: TestUser, highest_price_cents = 900) {
  const [card] = await addCards(shop, { state: 'unconfirmed' });
  const [{ programme_id }] = await sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${card!.id}`;
  const expires_on = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  const body = { programme_id, face_cents: 1000, quantity: 1, highest_price_cents, expires_on };
  const { status, body: placed } = await shop.as(user)(placePreorder, { body, idempotencyKey: randomUUID() });
  expect(status).toBe(201);
  return { card: card!.id, cancel: () => shop.as(user)(cancelPreorder, { params: { id: placed.data.id } }) };
}

async function problems(): Promise<string[]> {
  const found = [...(await verifyLedger(sql)).problems, ...(await verifyBooks(sql, booksOf(false)))];
  // What tests give away and take back comes from no deposit.
  return found.filter((line) => !/^top_up/.test(line));
}

/** How 900 cents come to the balance of a buyer who has nothing, by the kind of transfer. */
const ways: Record<string, (user: TestUser) => Promise<() => Promise<{ status: number }>>> = {
  return: async (user) => (await buy(user)).back,
  adjustment: async (user) => {
    await buy(user);
    return byHand(user, 900);
  },
  preorder_released: async (user) => (await preorder(user)).cancel,
};

/** Kinds that are tried elsewhere, and those that settle nothing. */
const others = {
  claim: 'claims.test.ts',
  demo_grant: 'goes to an account that was just made',
  top_up: 'after-reversal.test.ts',
  top_up_return_undone: 'top-up-returns.test.ts',
};

test('no other kind of transfer comes to a balance', async () => {
  const kinds = await sql<{ kind: string }[]>`
    select distinct kind from transfer_kinds where credit = 'available' order by kind`;
  expect(kinds.map(({ kind }) => kind)).toEqual([...Object.keys(ways), ...Object.keys(others)].sort());
});

test.each(Object.entries(ways))(
  'what comes to a balance as %s settles a debt first, and the rest is the balance',
  async (_kind, way) => {
    const user = await buyers();
    const bring = await way(user);
    await putInDebt(sql, user, 500);
    expect((await bring()).status).toBeLessThan(300);
    expect([await available(user), await owed(user), await isBlocked(user)]).toEqual([400, 0, false]);
    const { data } = (await shop.as(user)(listNotifications)).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        title: 'We used $5.00 of your balance to settle your debt',
        content: "You don't owe us anything any more.",
      }),
    );
    expect(await problems()).toEqual([]);
  },
);

test.each(Object.entries(ways))(
  'a debt larger than what comes as %s takes all of it, and goes on',
  async (_kind, way) => {
    const user = await buyers();
    const bring = await way(user);
    await putInDebt(sql, user, 1500);
    await bring();
    expect([await available(user), await owed(user), await isBlocked(user)]).toEqual([0, 600, true]);
    const { data } = (await shop.as(user)(listNotifications)).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        content: 'You still owe $6.00. Add it under Add Fund, and you can buy again.',
      }),
    );
    expect(await problems()).toEqual([]);
  },
);

test('whoever owes nothing keeps what comes back', async () => {
  const user = await buyers();
  const { back } = await buy(user);
  await back();
  expect(await available(user)).toBe(900);
  expect(await sql`select from debt_settlements where user_id = ${user.id}`).toEqual([]);
});

test('a settlement comes to open pages, and stands in the statement, the export of the account and the audit log', async () => {
  const user = await buyers();
  const { back } = await buy(user);
  await putInDebt(sql, user, 500);
  const events = () => sql`select from events where channel = ${userChannel(user.id)} and event = 'account'`;
  const before = await events();
  await back();
  expect(await events()).toHaveLength(before.length + 1);
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await shop.as(user)(getStatement, { params: { month } })).body.data;
  expect(lines.slice(-2)).toMatchObject([
    { kind: 'return', amount_cents: 900, balance_cents: 900 },
    { kind: 'debt_settlement', amount_cents: -500, balance_cents: 400 },
  ]);
  const exported = (await shop.as(user)(exportAccount)).body as unknown as Record<string, object[]>;
  expect(exported.debt_settlements).toMatchObject([{ how: 'balance', cents: 500 }]);
  const [entry] = await sql`
    select actor_id, details from audit_entries where action = 'debt.settled' and subject = ${user.id}`;
  expect(entry).toEqual({ actor_id: null, details: { settlement_id: expect.any(String), cents: 500, owed_cents: 0 } });
});

test('what support refunded by hand is set off before a debt is settled', async () => {
  const user = await buyers();
  const { number, back } = await buy(user);
  await (await byHand(user, 500, number))();
  await shop.fund(user.id, 400);
  await buy(user);
  await putInDebt(sql, user, 1000);
  expect((await back()).status).toBe(200);
  expect([await available(user), await owed(user)]).toEqual([0, 600]);
  expect(await problems()).toEqual([]);
});

test('of a filled pre-order, what the card cost less than reserved settles a debt', async () => {
  const user = await shop.createUser({ tier: 2, balance_cents: 1000 });
  const { card } = await preorder(user, 1000);
  await putInDebt(sql, user, 500);
  // The block alone would leave the pre-order open; here the debt comes when the card is allotted already.
  await sql`delete from spending_blocks where user_id = ${user.id}`;
  await sql`update cards set state = 'available', issuer_confirmed = true, price_cents = 900 where id = ${card}`;
  await fillPreorders(shop.ctx);
  expect((await sql`select state from cards where id = ${card}`)[0]).toEqual({ state: 'sold' });
  expect([await available(user), await owed(user)]).toEqual([0, 400]);
  expect(await problems()).toEqual([]);
});

test('what stays reserved for another pre-order settles nothing', async () => {
  const user = await shop.createUser({ tier: 2, balance_cents: 1300 });
  await preorder(user);
  const { cancel } = await preorder(user, 400);
  await putInDebt(sql, user, 1500);
  expect((await cancel()).status).toBe(200);
  expect([await available(user), await owed(user)]).toEqual([0, 1100]);
  expect(await balanceOf(sql, { kind: 'preorder_reserved', owner_id: user.id })).toBe(900);
});

test('an account with a debt and a pre-order is erased: what was reserved settles the debt, the rest is given up', async () => {
  const user = await buyers();
  await preorder(user);
  await putInDebt(sql, user, 500);
  expect((await shop.as(user)(eraseAccount, { body: { username: user.username, give_up: true } })).status).toBe(204);
  expect([await available(user), await owed(user)]).toEqual([0, 0]);
  const [forfeit] = await sql`select amount_cents from ledger_transfers where unique_key = ${`forfeit:${user.id}`}`;
  expect(forfeit).toEqual({ amount_cents: 400 });
  expect(await problems()).toEqual([]);
});
