import type { Db } from '#platform/db/client.ts';
import { bookSettlement } from './debts/book-settlement.ts';
import { liftPaidBlock } from './debts/lift-paid-block.ts';
import { readDebt } from './debts/read-debt.ts';

/**
 * Settles what a user owes from the balance, and lifts the block once nothing is owed. Call wherever money came to a balance,
 * after it, in the same transaction: the transfer holds the lock on the balance, at which everything queues that moves a debt.
 */
export async function settleDebt(sql: Db, now: Date, user_id: string): Promise<void> {
  const debt = await readDebt(sql, user_id);
  if (!debt) return;
  const cents = Math.min(debt.owed_cents, debt.available_cents);
  if (cents > 0) await bookSettlement(sql, now, { user_id, how: 'balance', cents });
  else if (debt.owed_cents === 0) await liftPaidBlock(sql, now, user_id);
}
