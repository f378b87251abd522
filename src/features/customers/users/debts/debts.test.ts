import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import { listSpendingBlocks } from '#contracts/customers/spending.ts';
import * as contract from '#contracts/customers/users.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [support, approver, second] = [await staff('support'), await staff('approver'), await staff('approver')];
const reason = 'The network undid it in October';

/** Somebody with a debt and, from before debts were settled by themselves, a balance. */
async function owing(cents: number, balance_cents = 0): Promise<TestUser> {
  const user = await shop.createUser({ balance_cents });
  await putInDebt(sql, user, cents);
  return user;
}
const propose = (by: TestUser, { id }: { id: string }, how: 'balance' | 'write_off', cents: number) =>
  shop.as(by)(contract.proposeDebtSettlement, { params: { id }, body: { how, cents, reason } });
const openProposal = async ({ id }: { id: string }) => {
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where subject = ${id} and kind = 'debt.settle' and decision is null`;
  return open?.id ?? randomUUID();
};
async function decide(
  by: TestUser,
  user: { id: string },
  { decision = 'approved' as 'approved' | 'rejected', key = randomUUID() as string, proposal = '' } = {},
) {
  const proposal_id = proposal || (await openProposal(user));
  return shop.as(by)(contract.decideDebtSettlement, {
    params: { id: user.id },
    body: { proposal_id, decision, reason },
    idempotencyKey: key,
  });
}
const available = ({ id }: TestUser) => balanceOf(sql, { kind: 'available', owner_id: id });
const owed = async ({ id }: TestUser) => Math.abs(await balanceOf(sql, { kind: 'debt', owner_id: id }));
const isBlocked = async ({ id }: TestUser) =>
  (await shop.as(support)(listSpendingBlocks)).body.data.some(({ user_id }) => user_id === id);
const told = async (user: TestUser) => (await shop.as(user)(listNotifications)).body.data.map(({ title }) => title);
const problems = async () => (await verifyBooks(sql, booksOf(false))).filter((line) => !/^top_up/.test(line));

test('two people settle a debt from the balance, once, and the statement and the books know it', async () => {
  const user = await owing(1500, 4000);
  expect((await propose(support, user, 'balance', 1000)).status).toBe(204);
  expect([await available(user), await owed(user)]).toEqual([4000, 1500]);
  expect((await propose(support, user, 'write_off', 1)).status).toBe(409);
  const [proposal, key] = [await openProposal(user), randomUUID()];
  const now = { owed_cents: 500, balance_cents: 3000 };
  expect((await decide(approver, user, { key })).body.data).toEqual(now);
  expect((await decide(approver, user, { key, proposal })).body.data).toEqual(now);
  expect((await decide(approver, user, { proposal })).status).toBe(409);
  expect([await available(user), await owed(user), await isBlocked(user)]).toEqual([3000, 500, true]);
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await shop.as(user)(getStatement, { params: { month } })).body.data;
  expect(lines.at(-1)).toMatchObject({ kind: 'debt_settlement', amount_cents: -1000, balance_cents: 3000 });
  expect(await told(user)).toEqual(['We used $10.00 of your balance to settle your debt']);
  const [entry] = await sql`
    select actor_id, details from audit_entries where action = 'debt.settled' and subject = ${user.id}`;
  expect(entry).toMatchObject({
    actor_id: approver.id,
    details: { cents: 1000, owed_cents: 500, proposal_id: proposal },
  });
  expect(await problems()).toEqual([]);
});

test('two people write a part of a debt off at the expense of the shop, and with the rest settled the account may spend again', async () => {
  const user = await owing(1500, 100);
  await propose(support, user, 'write_off', 1400);
  expect((await decide(approver, user)).body.data).toEqual({ owed_cents: 100, balance_cents: 100 });
  await propose(support, user, 'balance', 100);
  expect((await decide(approver, user)).body.data).toEqual({ owed_cents: 0, balance_cents: 0 });
  const { proposals } = (await shop.as(support)(contract.getUser, { params: { id: user.id } })).body.data;
  expect(proposals.map(({ label, decision }) => [label, decision])).toEqual([
    ['Settle $1.00 of a debt from the balance', 'approved'],
    ['Write off $14.00 of a debt', 'approved'],
  ]);
  expect([await available(user), await owed(user), await isBlocked(user)]).toEqual([0, 0, false]);
  expect(await told(user)).toContain('We wrote off $14.00 of your debt');
  const written = await sql`
    select t.amount_cents from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id where d.kind = 'bad_debts' and c.owner_id = ${user.id}`;
  expect(written).toEqual([{ amount_cents: 1400 }]);
  const [entry] =
    await sql`select actor_id from audit_entries where action = 'debt.written_off' and subject = ${user.id}`;
  expect(entry).toEqual({ actor_id: approver.id });
  expect(await problems()).toEqual([]);
});

test('what is rejected settles nothing', async () => {
  const user = await owing(1500, 4000);
  await propose(support, user, 'balance', 1500);
  expect((await decide(approver, user, { decision: 'rejected' })).body.data).toEqual({
    owed_cents: 1500,
    balance_cents: 4000,
  });
  expect((await decide(approver, user)).status).toBe(409);
  expect(await sql`select from debt_settlements where user_id = ${user.id}`).toEqual([]);
});

test('no more is settled than is owed, than the balance holds, or than is left when somebody agrees', async () => {
  expect((await propose(support, await shop.createUser(), 'write_off', 1)).status).toBe(409);
  const user = await owing(1500, 1000);
  expect((await propose(support, user, 'write_off', 1501)).body.errors?.cents).toEqual(['Only $15.00 is owed.']);
  expect((await propose(support, user, 'balance', 1001)).body.errors?.cents?.[0]).toMatch(/\$10\.00/);
  expect((await propose(support, user, 'write_off', 0)).status).toBe(422);
  const whole = await owing(1500, 1000);
  await propose(support, whole, 'balance', 1000);
  expect((await decide(approver, whole)).body.data).toEqual({ owed_cents: 500, balance_cents: 0 });
  await propose(support, user, 'write_off', 1500);
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
    select h.id, d.id, 1000, 'debt_repayment', ${randomUUID()} from ledger_accounts d, ledger_accounts h
    where d.owner_id = ${user.id} and d.kind = 'debt' and h.kind = 'crypto_eth'`;
  expect((await decide(approver, user)).body.errors?.cents).toEqual(['Only $5.00 is owed.']);
  expect(await owed(user)).toBe(500);
  expect((await decide(approver, user, { decision: 'rejected' })).status).toBe(200);
  await propose(support, user, 'write_off', 500);
  expect((await decide(approver, user)).status).toBe(200);
  expect((await propose(support, user, 'write_off', 1)).status).toBe(409);
});

test('nobody decides what they proposed, settles a debt of their own, or does either without the duty', async () => {
  const user = await owing(1500, 1000);
  for (const other of [await staff('publisher'), await staff('auditor'), user])
    expect((await propose(other, user, 'write_off', 1)).status).toBe(403);
  await propose(approver, user, 'write_off', 1500);
  expect((await decide(approver, user)).status).toBe(403);
  expect((await decide(support, user)).status).toBe(403);
  expect((await decide(second, user, { proposal: randomUUID() })).status).toBe(409);
  expect(await owed(user)).toBe(1500);
  const colleague = await staff('support', 'approver');
  await putInDebt(sql, colleague, 700);
  expect((await propose(support, colleague, 'write_off', 700)).status).toBe(403);
  expect((await propose(colleague, colleague, 'write_off', 700)).status).toBe(403);
  await propose(approver, colleague, 'write_off', 700);
  expect((await decide(colleague, colleague)).status).toBe(403);
  expect((await decide(second, colleague)).status).toBe(200);
  expect((await propose(support, { id: randomUUID() }, 'write_off', 1)).status).toBe(404);
});

test('the debt of an account that was erased is written off', async () => {
  const user = await owing(1500);
  expect((await shop.as(user)(eraseAccount, { body: { username: user.username, give_up: true } })).status).toBe(204);
  expect((await propose(support, user, 'write_off', 1500)).status).toBe(204);
  expect((await decide(approver, user)).status).toBe(200);
  expect(await owed(user)).toBe(0);
});

test('the database takes no settlement to which two people did not agree to the cent', async () => {
  const [user, other] = [await owing(1500, 2000), await owing(1500)];
  await propose(support, user, 'write_off', 1500);
  const proposal = await openProposal(user);
  const insert = (how: string, cents: number, { id } = user) => sql`
    insert into debt_settlements (user_id, how, cents, proposal_id, booked_at)
    values (${id}, ${how}, ${cents}, ${proposal}, now())`;
  await expect(insert('write_off', 1500)).rejects.toThrow(/nobody else agreed/);
  await decide(approver, user);
  await putInDebt(sql, user, 1500);
  await expect(insert('write_off', 1500)).rejects.toThrow(/debt_settlements_proposal_id_key/);
  for (const forged of [insert('write_off', 1499), insert('balance', 1500), insert('write_off', 1500, other)])
    await expect(forged).rejects.toThrow(/nobody else agreed/);
  await expect(sql`update debt_settlements set cents = 1`).rejects.toThrow(/append-only/);
});
