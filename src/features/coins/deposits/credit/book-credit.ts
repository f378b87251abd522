import type { Db } from '#platform/db/client.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import type { DueDeposit } from './due-deposit.ts';

/** Moves a credit from the house's coins to the buyer; debt from a reversal is repaid first. */
export async function bookCredit(sql: Db, deposit: DueDeposit, cents: number): Promise<void> {
  const { user_id, generation, id } = deposit;
  const key = `deposit:${deposit.coin}:${deposit.txid}:${deposit.n}:credit:${generation + 1}`;
  const house = { kind: `crypto_${deposit.coin.toLowerCase()}`, owner_id: null };
  const debt = { kind: 'debt', owner_id: user_id };
  const repaid = Math.min(cents, Math.max(0, -(await balanceOf(sql, debt))));
  const toBuyer = cents - repaid;
  if (repaid > 0) {
    await transfer(sql, {
      debit: house,
      credit: debt,
      amount_cents: repaid,
      kind: 'debt_repayment',
      reference: id,
      unique_key: `${key}:debt`,
    });
  }
  if (toBuyer > 0) {
    const available = { kind: 'available', owner_id: user_id, limited: true };
    await transfer(sql, {
      debit: house,
      credit: available,
      amount_cents: toBuyer,
      kind: 'top_up',
      reference: id,
      unique_key: key,
    });
  }
}
