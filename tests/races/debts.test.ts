import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { decideDebtSettlement, proposeDebtSettlement } from '#contracts/customers/users.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';

const shop = await createTestShop();
const { sql } = shop;
const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
const approver = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
const reason = 'The network undid it in October';

/** A buyer with three cards for 9 dollars each in an order of its own, who owes 20 dollars, half of which may be written off. */
async function indebted() {
  const cards = await addCards(shop, { count: 3, price_cents: 900 });
  const user = await shop.createUser({ tier: 2, balance_cents: 2700 });
  const orders = [];
  for (const { id } of cards) {
    const { body } = await shop.as(user)(placeOrder, { body: { ids: [id] }, idempotencyKey: randomUUID() });
    orders.push({ id: body.data.id, card_id: id });
  }
  await putInDebt(sql, user, 2000);
  const params = { id: user.id };
  await support(proposeDebtSettlement, { params, body: { how: 'write_off', cents: 1000, reason } });
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${user.id} and decision is null`;
  return {
    user,
    giveBack: orders.map((card) => () => shop.as(user)(returnCard, { params: card, idempotencyKey: randomUUID() })),
    writeOff: () =>
      approver(decideDebtSettlement, {
        params,
        body: { proposal_id: open!.id, decision: 'approved', reason },
        idempotencyKey: randomUUID(),
      }),
  };
}

test('returns and a write-off at once settle a debt once, to the cent, and never more', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, indebted));
  const answers = await Promise.all(
    buyers.map(async ({ giveBack, writeOff }, at) => {
      const calls = [...giveBack.slice(0, at % 4), writeOff, writeOff, ...giveBack.slice(at % 4), ...giveBack];
      return (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
    }),
  );
  expect(answers.flat().filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  for (const [at, { user }] of buyers.entries()) {
    const [sums] = await sql<[{ written: number; settled: number }]>`
      select coalesce(sum(cents) filter (where how = 'write_off'), 0)::bigint as written,
        coalesce(sum(cents) filter (where how = 'balance'), 0)::bigint as settled
      from debt_settlements where user_id = ${user.id}`;
    // Refused where the returns came first and left less than that.
    expect([0, 1000]).toContain(sums.written);
    expect(sums.written + sums.settled).toBe(2000);
    expect(answers[at]!.filter((status) => status === 200)).toHaveLength(3 + sums.written / 1000);
    expect(await balanceOf(sql, { kind: 'available', owner_id: user.id })).toBe(2700 - sums.settled);
  }
  expect(await sql`select from spending_blocks where lifted_at is null`).toEqual([]);
  const problems = [...(await verifyLedger(sql)).problems, ...(await verifyBooks(sql, booksOf(false)))];
  expect(problems.filter((line) => !/^top_up/.test(line))).toEqual([]);
});

test('a write-off waits for what is about to settle the debt, and is refused if less is owed then', async () => {
  const { user, writeOff } = await indebted();
  const paying = await sql.reserve();
  await paying`begin`;
  await paying`
    select from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = ${user.id} and a.kind = 'available' for update of b`;
  await paying`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
    select h.id, d.id, 1500, 'debt_repayment', ${randomUUID()} from ledger_accounts d, ledger_accounts h
    where d.owner_id = ${user.id} and d.kind = 'debt' and h.kind = 'crypto_eth'`;
  const decided = writeOff();
  await expect.poll(locksWaitedFor).toBe(1);
  await paying`commit`;
  paying.release();
  expect((await decided).body.errors?.cents).toEqual(['Only $5.00 is owed.']);
  expect(await balanceOf(sql, { kind: 'debt', owner_id: user.id })).toBe(-500);
});

async function locksWaitedFor(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`;
  return row.count;
}
