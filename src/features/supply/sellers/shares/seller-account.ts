import type { Account } from '#platform/ledger/transfer.ts';

/**
 * A seller's money: pending until the guarantee ends, then available, but for what is reserved; paying once a payout
 * is approved; paid. Sums without a floor: sales share no row, and what a return takes below zero is carried forward.
 */
export const SELLER_KINDS = [
  'seller_pending',
  'seller_available',
  'seller_reserved',
  'seller_paying',
  'seller_paid',
] as const;

export const sellerAccount = (kind: (typeof SELLER_KINDS)[number], seller_id: string): Account => ({
  kind,
  owner_id: null,
  seller_id,
});

/** Proceeds of the shop's own sales, and those of sellers until they are split. */
export const SALES: Account = { kind: 'sales', owner_id: null };
/** What the shop earns on the stock of sellers. */
export const COMMISSION: Account = { kind: 'commission', owner_id: null };
