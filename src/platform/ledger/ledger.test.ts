import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { balanceOf, InsufficientFundsError, transfer } from './transfer.ts';
import { verifyLedger } from './verify-ledger.ts';

const { sql } = await createTestDatabase();
let nth = 0;

async function owner(): Promise<string> {
  nth += 1;
  const [user] = await sql<{ id: string }[]>`
    insert into users (username, email, password_hash) values (${`owner${nth}`}, ${`owner${nth}@example.com`}, 'none') returning id`;
  return user!.id;
}

const house = { kind: 'house', owner_id: null };
const purse = (owner_id: string) => ({ kind: 'purse', owner_id, limited: true });
const post = (owner_id: string, amount_cents: number, unique_key: string, direction: 'in' | 'out' = 'in') =>
  transfer(sql, {
    debit: direction === 'in' ? house : purse(owner_id),
    credit: direction === 'in' ? purse(owner_id) : house,
    amount_cents,
    kind: 'test',
    unique_key,
  });

describe('a transfer', () => {
  test('moves the same amount from one account to the other', async () => {
    const [id, before] = [await owner(), await balanceOf(sql, house)];
    await post(id, 700, 'a1');
    await post(id, 200, 'a2', 'out');
    expect(await balanceOf(sql, purse(id))).toBe(500);
    expect(await balanceOf(sql, house)).toBe(before - 500);
  });

  test('is posted once for its key', async () => {
    const id = await owner();
    await post(id, 100, 'b1');
    await expect(post(id, 100, 'b1')).rejects.toThrow('ledger_transfers_unique_key_key');
    expect(await balanceOf(sql, purse(id))).toBe(100);
  });

  test('can not take a limited account below zero, and leaves nothing behind', async () => {
    const id = await owner();
    await post(id, 100, 'c1');
    await expect(post(id, 101, 'c2', 'out')).rejects.toThrow(InsufficientFundsError);
    expect(await balanceOf(sql, purse(id))).toBe(100);
    expect(await sql`select from ledger_transfers where unique_key = 'c2'`).toHaveLength(0);
  });

  test.for([0, -5])('of %i cents is refused', async (amount) => {
    await expect(post(await owner(), amount, `d${amount}`)).rejects.toThrow('amount_cents_check');
  });

  test('is never changed, removed or truncated', async () => {
    await post(await owner(), 100, 'e1');
    await expect(sql`update ledger_transfers set amount_cents = 1 where unique_key = 'e1'`).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from ledger_transfers where unique_key = 'e1'`).rejects.toThrow('append-only');
    await expect(sql`truncate ledger_transfers`).rejects.toThrow('append-only');
  });

  test('a balance can not be set below zero by hand either', async () => {
    await expect(sql`update ledger_balances set balance_cents = -1`).rejects.toThrow('balance_cents_check');
  });
});

describe('verify', () => {
  test('finds nothing in books that hold', async () => {
    expect((await verifyLedger(sql)).problems).toEqual([]);
  });

  test('names a balance that differs from its transfers', async () => {
    const id = await owner();
    await post(id, 100, 'f1');
    await sql`update ledger_balances set balance_cents = 5000 where account_id = (select id from ledger_accounts where owner_id = ${id})`;
    expect((await verifyLedger(sql)).problems).toEqual([`purse of ${id} stands at 5000 but derives to 100`]);
    await sql`update ledger_balances set balance_cents = 100 where account_id = (select id from ledger_accounts where owner_id = ${id})`;
  });

  test('names an amount that somebody changed past the triggers', async () => {
    const id = await owner();
    await post(id, 100, 'g1');
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update ledger_transfers set amount_cents = 900 where unique_key = 'g1'`;
    });
    expect((await verifyLedger(sql)).problems).toEqual([`purse of ${id} stands at 100 but derives to 900`]);
  });
});
