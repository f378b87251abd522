import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Account, balanceOf, InsufficientFundsError, openAccounts, transfer } from './transfer.ts';
import { verifyLedger } from './verify-ledger.ts';

const { sql } = await createTestDatabase();
let nth = 0;

await sql`
  insert into account_kinds values ('house', 'house', false), ('purse', 'user', true), ('vault', 'user', true),
    ('savings', 'user', true), ('bonus', 'user', false)`;
await sql`
  insert into transfer_kinds values ('test', 'house', 'purse'), ('test', 'purse', 'house'), ('test', 'house', 'savings'),
    ('test', 'house', 'bonus'), ('test', 'house', 'debt'), ('aside', 'purse', 'vault')`;

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
    await expect(sql`truncate ledger_transfers cascade`).rejects.toThrow('append-only');
  });

  test('a balance can not be set below zero by hand either', async () => {
    await expect(sql`update ledger_balances set balance_cents = -1`).rejects.toThrow('balance_cents_check');
  });
});

describe('a balance', () => {
  const ledger = (kind: string, owner_id: string | null) => ({ kind, owner_id });
  const bring = (to: { kind: string; owner_id: string | null; limited?: boolean }, amount_cents: number) =>
    transfer(sql, { debit: house, credit: to, amount_cents, kind: 'test', unique_key: randomUUID() });

  test('is that of one kind and one owner, whether the account is limited or not', async () => {
    const [one, other] = [await owner(), await owner()];
    await bring(purse(one), 100);
    await bring({ ...ledger('savings', one), limited: true }, 20);
    await bring(ledger('debt', one), 3);
    await bring(ledger('bonus', one), 4);
    await bring(ledger('debt', other), 5);
    const read = (kind: string, owner_id: string) => balanceOf(sql, ledger(kind, owner_id));
    expect(await read('purse', one)).toBe(100);
    expect(await read('savings', one)).toBe(20);
    expect(await read('debt', one)).toBe(3);
    expect(await read('bonus', one)).toBe(4);
    expect(await read('debt', other)).toBe(5);
    expect(await read('bonus', other)).toBe(0);
  });
});

describe('what the books know', () => {
  const between = (debit: Account, credit: Account, kind: string) =>
    transfer(sql, { debit, credit, amount_cents: 1, kind, unique_key: randomUUID() });

  test('a kind of transfer goes between the accounts that it is for', async () => {
    const id = await owner();
    await post(id, 100, randomUUID());
    const vault = { kind: 'vault', owner_id: id, limited: true };
    await between(purse(id), vault, 'aside');
    expect(await balanceOf(sql, vault)).toBe(1);
    for (const [debit, credit, kind] of [
      [purse(id), house, 'aside'],
      [house, vault, 'aside'],
      [vault, purse(id), 'aside'],
      [house, purse(id), 'bonus'],
    ] as const)
      await expect(between(debit, credit, kind)).rejects.toThrow(`the books know no such transfer: ${kind}`);
  });

  test('nothing goes from one person to another', async () => {
    const [from, to] = [await owner(), await owner()];
    await post(from, 100, randomUUID());
    const theirs = { kind: 'vault', owner_id: to, limited: true };
    await expect(between(purse(from), theirs, 'aside')).rejects.toThrow('the books know no such transfer: aside');
  });

  test('an account is of a known kind, of whom it is for, and limited as it says', async () => {
    const id = await owner();
    for (const account of [
      { kind: 'purse', owner_id: id, limited: false },
      { kind: 'purse', owner_id: null, limited: true },
      { kind: 'house', owner_id: id },
      { kind: 'pocket', owner_id: id, limited: true },
    ])
      await expect(openAccounts(sql, [account])).rejects.toThrow('the books know no such account');
    await openAccounts(sql, [purse(id)]);
    await expect(sql`update ledger_accounts set limited = false where owner_id = ${id}`).rejects.toThrow(
      'the books know no such account',
    );
  });
});

describe('verify', () => {
  /** Does what the triggers and constraints of the ledger refuse, looks at the books, and undoes it. */
  async function problemsAfter(damage: (tx: Db) => Promise<unknown>): Promise<string[]> {
    let problems: string[] = [];
    const undone = transaction(sql, async (tx) => {
      await tx`set local session_replication_role = replica`;
      await damage(tx);
      ({ problems } = await verifyLedger(tx));
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    return problems;
  }

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
    const problems = await problemsAfter(
      (tx) => tx`update ledger_transfers set amount_cents = 900 where unique_key = 'g1'`,
    );
    expect(problems).toEqual([`purse of ${id} stands at 100 but derives to 900`]);
  });

  test('names an account that is gone although it has transfers', async () => {
    const id = await owner();
    await post(id, 100, 'l1');
    const [account] = await sql<{ id: number }[]>`select id from ledger_accounts where owner_id = ${id}`;
    const problems = await problemsAfter(async (tx) => {
      await tx`delete from ledger_balances where account_id = ${account!.id}`;
      await tx`delete from ledger_accounts where id = ${account!.id}`;
    });
    expect(problems).toEqual([`account ${account!.id} has transfers but is gone`]);
  });

  test('names a limited account without a balance row', async () => {
    const id = await owner();
    await post(id, 100, 'h1');
    const problems = await problemsAfter(
      (tx) =>
        tx`delete from ledger_balances where account_id = (select id from ledger_accounts where owner_id = ${id})`,
    );
    expect(problems).toEqual([`purse of ${id} is limited but has no balance row`]);
  });

  test('names a limited account that its transfers take below zero', async () => {
    const id = await owner();
    await post(id, 100, 'i1');
    await post(id, 100, 'i2', 'out');
    const problems = await problemsAfter(
      (tx) => tx`update ledger_transfers set amount_cents = 101 where unique_key = 'i2'`,
    );
    expect(problems).toEqual([
      `purse of ${id} derives to -1, below zero`,
      `purse of ${id} stands at 0 but derives to -1`,
    ]);
  });

  test('names a transfer that moves nothing', async () => {
    const id = await owner();
    await post(id, 100, 'j1');
    const problems = await problemsAfter(async (tx) => {
      await tx`alter table ledger_transfers drop constraint ledger_transfers_amount_cents_check`;
      await tx`update ledger_transfers set amount_cents = 0 where unique_key = 'j1'`;
    });
    expect(problems).toEqual([
      expect.stringMatching(/^transfer \d+ moves 0 cents$/),
      `purse of ${id} stands at 100 but derives to 0`,
    ]);
  });

  test('names a transfer between accounts that its kind is not for', async () => {
    const [id, other] = [await owner(), await owner()];
    await post(id, 100, 'm3');
    await post(other, 100, 'm4');
    const problems = await problemsAfter(async (tx) => {
      await tx`update ledger_transfers set kind = 'aside' where unique_key = 'm3'`;
      await tx`
        update ledger_transfers set debit_account_id = (select id from ledger_accounts where owner_id = ${id}), kind = 'aside'
        where unique_key = 'm4'`;
    });
    expect(problems.slice(0, 2)).toEqual([
      expect.stringMatching(/^transfer \d+ is of a kind that doesn't go from house to purse: aside$/),
      expect.stringMatching(/^transfer \d+ is of a kind that doesn't go from purse to purse: aside$/),
    ]);
  });

  test('counts every transfer of books that are longer than one reading', async () => {
    const id = await owner();
    await post(id, 1, 'k1');
    const before = (await verifyLedger(sql)).transfers;
    await sql.begin(async (tx) => {
      // The triggers would update two balances for each of them.
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
        select d.id, c.id, 1, 'test', 'k' || n
        from ledger_accounts d, ledger_accounts c, generate_series(2, 20001) n
        where d.kind = 'house' and c.owner_id = ${id}`;
      await tx`
        update ledger_balances set balance_cents = 20001
        where account_id = (select id from ledger_accounts where owner_id = ${id})`;
    });
    expect(await verifyLedger(sql)).toMatchObject({ transfers: before + 20_000, problems: [] });
  });
});
