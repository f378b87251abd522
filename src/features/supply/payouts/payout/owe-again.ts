import type { Tx } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { sellerAccount } from '../../sellers/shares/seller-account.ts';
import type { LockedPayout } from './lock-payout.ts';

/** Puts what was set aside for a payout that failed, or was paid and came back, with what its seller can be paid. */
export async function oweAgain(
  sql: Tx,
  { id, seller_id, amount_cents }: LockedPayout,
  outcome: 'failed' | 'reversed',
): Promise<void> {
  await transfer(sql, {
    debit: sellerAccount(outcome === 'reversed' ? 'seller_paid' : 'seller_paying', seller_id),
    credit: sellerAccount('seller_available', seller_id),
    amount_cents,
    kind: `seller_payout_${outcome}`,
    reference: id,
    unique_key: `seller_payout_${outcome}:${id}`,
  });
}
