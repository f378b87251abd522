import type { Db } from '#platform/db/client.ts';
import { isCheckViolation } from '#platform/db/pg-errors.ts';

export interface Account {
  kind: string;
  /** A user; null for the accounts of sellers and of the shop itself. */
  owner_id: string | null;
  seller_id?: string;
  /** A limited account can't go below zero. */
  limited?: boolean;
}

export interface Transfer {
  debit: Account;
  credit: Account;
  amount_cents: number;
  kind: string;
  reference?: string | null;
  /** The same key is never posted twice: a second posting throws. */
  unique_key: string;
}

export class InsufficientFundsError extends Error {
  override name = 'InsufficientFundsError';
}

/** Posts a transfer in the caller's transaction. Throws InsufficientFundsError if a limited account would overdraw. */
export async function transfer(sql: Db, entry: Transfer): Promise<void> {
  if (await post(sql, entry)) return;
  await openAccounts(sql, [entry.debit, entry.credit]);
  if (!(await post(sql, entry))) throw new Error(`the accounts of ${entry.unique_key} could not be opened`);
}

/** One statement; false if an account is not open yet. */
async function post(sql: Db, { debit, credit, amount_cents, kind, reference, unique_key }: Transfer): Promise<boolean> {
  try {
    const { count } = await sql`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
      select d.id, c.id, ${amount_cents}, ${kind}, ${reference ?? null}, ${unique_key}
      from ledger_accounts d, ledger_accounts c
      where d.kind = ${debit.kind} and ${ownedBy(sql, 'd', debit)} and c.kind = ${credit.kind}
        and ${ownedBy(sql, 'c', credit)}`;
    return count === 1;
  } catch (error) {
    if (!isCheckViolation(error, 'ledger_balances_balance_cents_check')) throw error;
    throw new InsufficientFundsError(`${debit.kind} has too little for ${kind}`);
  }
}

// `is not distinct from` can't use the index: the two cases are written out.
const ownedBy = (sql: Db, alias: string, { owner_id, seller_id }: Account) => {
  if (seller_id !== undefined) return sql`${sql(alias)}.seller_id = ${seller_id}`;
  return owner_id === null
    ? sql`${sql(alias)}.owner_id is null and ${sql(alias)}.seller_id is null`
    : sql`${sql(alias)}.owner_id = ${owner_id}`;
};

/** Opens the accounts that don't exist yet. */
export async function openAccounts(sql: Db, accounts: readonly Account[]): Promise<void> {
  for (const { limited = false, ...account } of accounts) {
    const { kind, owner_id, seller_id = null } = account;
    await sql`insert into ledger_accounts (kind, owner_id, seller_id, limited)
      select ${kind}, ${owner_id}, ${seller_id}, ${limited}
      where not exists (select from ledger_accounts a where a.kind = ${kind} and ${ownedBy(sql, 'a', account)})
      on conflict do nothing`;
  }
}

/** An account's balance in cents; 0 if it was never opened. */
export async function balanceOf(sql: Db, account: Account): Promise<number> {
  const [row] = await sql<{ balance_cents: number }[]>`
    select b.balance_cents from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.kind = ${account.kind} and ${ownedBy(sql, 'a', account)}`;
  if (row) return row.balance_cents;
  const [sum] = await sql<{ balance_cents: number }[]>`
    select coalesce(sum(case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end),
      0)::bigint as balance_cents
    from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
    where a.kind = ${account.kind} and ${ownedBy(sql, 'a', account)}`;
  return sum?.balance_cents ?? 0;
}
