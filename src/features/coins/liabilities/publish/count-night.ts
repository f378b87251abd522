import type { Reserve } from '#contracts/coins/sum-statement.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { createLeaves, type Leaves } from '../tree/leaves.ts';
import { saltOf } from '../tree/salt-of.ts';
import { owedBalances } from './owed-balances.ts';
import { readReserves } from './read-reserves.ts';
import { sumOwedTransfers } from './sum-owed-transfers.ts';

/** What was owed at one moment, counted from both ends. */
export interface Night {
  leaves: Leaves;
  /** What the balances add up to, with those below zero. */
  balances_cents: number;
  /** What the transfers do. */
  ledger_cents: number;
  reserves: Reserve[];
}

/** Reads all balances and all transfers of one moment: a transaction of its own, which sees nothing that is booked meanwhile. */
export async function countNight(sql: Tx, vault: Vault, night: { number: number; at: Date }): Promise<Night> {
  await sql`set transaction isolation level repeatable read, read only`;
  const leaves = createLeaves();
  let balances_cents = 0;
  for await (const page of owedBalances(sql)) {
    const owed = page.filter(({ cents }) => cents > 0);
    leaves.add(owed.map((one) => ({ ...one, number: night.number, salt: saltOf(vault, night, one.owner_id) })));
    for (const { cents } of page) balances_cents += cents;
  }
  return { leaves, balances_cents, ledger_cents: await sumOwedTransfers(sql), reserves: await readReserves(sql) };
}
