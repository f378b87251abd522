import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/customers/spending.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { requireSpendingAllowed } from './require-spending-allowed.ts';
import { settleDebt } from './settle-debt.ts';

const shop = await createTestShop();
const { sql } = shop;
const support = await shop.createUser({ role: 'admin', duties: ['support'] });

type Who = { id: string };

/** A buyer who may not spend; which deposit was undone doesn't matter here. */
async function blocked(user: Who): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into spending_blocks (user_id, deposit_id, blocked_at) values (${user.id}, ${randomUUID()}, now())`;
  });
}
const owes = (user: Who, amount_cents: number) =>
  transfer(sql, {
    debit: { kind: 'debt', owner_id: user.id },
    credit: { kind: 'crypto_eth', owner_id: null },
    amount_cents,
    kind: 'top_up_reversal',
    unique_key: `test:${randomUUID()}`,
  });
const mayNotSpend = async () =>
  (await shop.as(support)(contract.listSpendingBlocks)).body.data.map(({ user_id }) => user_id);
const unblocked = ({ id }: Who) =>
  sql`select actor_id from audit_entries where action = 'spending.unblocked' and subject = ${id}`;

/** Pays what somebody owes, as a deposit does. */
async function repay(user: Who, amount_cents: number): Promise<void> {
  await transfer(sql, {
    debit: { kind: 'crypto_eth', owner_id: null },
    credit: { kind: 'debt', owner_id: user.id },
    amount_cents,
    kind: 'debt_repayment',
    unique_key: `test:${randomUUID()}`,
  });
  await settleDebt(sql, shop.clock.now(), user.id);
}

test('a block stops the one account that it is for, until nothing is owed', async () => {
  const [one, other] = [await shop.createUser(), await shop.createUser()];
  await blocked(one);
  await owes(one, 1200);
  await expect(requireSpendingAllowed(sql, one.id)).rejects.toThrow(/\$12\.00/);
  await expect(requireSpendingAllowed(sql, other.id)).resolves.toBeUndefined();
  await repay(one, 1199);
  await expect(requireSpendingAllowed(sql, one.id)).rejects.toThrow(/\$0\.01/);
  await repay(one, 1);
  await expect(requireSpendingAllowed(sql, one.id)).resolves.toBeUndefined();
  expect(await unblocked(one)).toEqual([{ actor_id: null }]);
});

test('the list names each blocked account with what it owes, and the end of one block leaves the others', async () => {
  const [one, other] = [await shop.createUser(), await shop.createUser()];
  for (const user of [one, other]) await blocked(user);
  for (const [user, cents] of [
    [one, 300],
    [other, 700],
  ] as const)
    await owes(user, cents);
  const { data } = (await shop.as(support)(contract.listSpendingBlocks)).body;
  expect(data.map(({ username, owed_cents }) => [username, owed_cents])).toEqual([
    [one.username, 300],
    [other.username, 700],
  ]);
  await repay(one, 300);
  expect(await mayNotSpend()).toEqual([other.id]);
});

test('a debt that is repaid lifts the block of its account alone, with one entry in the audit log', async () => {
  const [one, other] = [await shop.createUser(), await shop.createUser()];
  for (const user of [one, other]) await blocked(user);
  for (const user of [one, other]) await owes(user, 1);
  await repay(one, 1);
  await settleDebt(sql, shop.clock.now(), other.id);
  const left = await mayNotSpend();
  expect([left.includes(one.id), left.includes(other.id)]).toEqual([false, true]);
  await settleDebt(sql, shop.clock.now(), one.id);
  expect(await unblocked(one)).toEqual([{ actor_id: null }]);
  expect(await unblocked(other)).toEqual([]);
});
