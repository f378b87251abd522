import { randomUUID } from 'node:crypto';
import type { TestShop } from '../shop.ts';

export interface Months {
  /** Two months that are over, the earliest first. */
  names: readonly string[];
  /** How many of them are closed. */
  closed: number;
}

/** Gives the books two months that are over, with a transfer in each. The database's own clock tells months, and nothing moves it. */
export async function createMonths({ sql, clock, createUser }: TestShop): Promise<Months> {
  const now = clock.now();
  const names = [3, 2].map((before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );
  for (const month of names) {
    const { id } = await createUser();
    await sql`insert into ledger_accounts (kind) values ('demo_money') on conflict do nothing`;
    await sql`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key, created_at)
      select d.id, c.id, 700, 'demo_grant', ${id}, ${randomUUID()}, ${`${month}-15T12:00:00Z`}::text::timestamptz
      from ledger_accounts d, ledger_accounts c where d.kind = 'demo_money' and c.owner_id = ${id} and c.kind = 'available'`;
  }
  return { names, closed: 0 };
}
