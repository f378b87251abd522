import type { Db } from '#platform/db/client.ts';

export interface LedgerReport {
  transfers: number;
  accounts: number;
  /** One line per problem; empty when the books balance. */
  problems: string[];
}

const PAGE = 10_000;

/**
 * Derives every balance from all transfers and compares it with the balance rows. Also reports transfers that move
 * nothing, limited accounts below zero or without a balance row, and accounts that are gone.
 */
export async function verifyLedger(sql: Db): Promise<LedgerReport> {
  const problems: string[] = [];
  const accounts = new Map(
    (
      await sql<
        { id: number; kind: string; owner_id: string | null; limited: boolean; balance_cents: number | null }[]
      >`
    select a.id, a.kind, coalesce(a.owner_id, a.seller_id) as owner_id, a.limited, b.balance_cents
    from ledger_accounts a left join ledger_balances b on b.account_id = a.id`
    ).map((account) => [account.id, account]),
  );
  const derived = new Map<number, bigint>([...accounts.keys()].map((id) => [id, 0n]));
  let transfers = 0;
  for (let last = 0; ; ) {
    const rows = await sql<{ id: number; debit_account_id: number; credit_account_id: number; amount_cents: number }[]>`
      select id, debit_account_id, credit_account_id, amount_cents from ledger_transfers where id > ${last} order by id limit ${PAGE}`;
    for (const { id, debit_account_id, credit_account_id, amount_cents } of rows) {
      if (amount_cents <= 0) problems.push(`transfer ${id} moves ${amount_cents} cents`);
      derived.set(debit_account_id, (derived.get(debit_account_id) ?? 0n) - BigInt(amount_cents));
      derived.set(credit_account_id, (derived.get(credit_account_id) ?? 0n) + BigInt(amount_cents));
    }
    transfers += rows.length;
    const final = rows.at(-1);
    if (!final || rows.length < PAGE) break;
    last = final.id;
  }
  for (const [id, balance] of derived) {
    const account = accounts.get(id);
    if (!account) {
      problems.push(`account ${id} has transfers but is gone`);
      continue;
    }
    const name = `${account.kind}${account.owner_id ? ` of ${account.owner_id}` : ''}`;
    if (account.limited && account.balance_cents === null) problems.push(`${name} is limited but has no balance row`);
    if (account.limited && balance < 0n) problems.push(`${name} derives to ${balance}, below zero`);
    if (account.balance_cents !== null && BigInt(account.balance_cents) !== balance) {
      problems.push(`${name} stands at ${account.balance_cents} but derives to ${balance}`);
    }
  }
  return { transfers, accounts: accounts.size, problems };
}
