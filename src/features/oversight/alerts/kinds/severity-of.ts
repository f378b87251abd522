import type { Alert } from '#contracts/oversight/alerts.ts';

/** Money or codes may be going: told by mail, and listed first. */
export const CRITICAL = [
  ...(['audit.broken', 'chain.foreign_address', 'database.disk_full', 'ledger.broken', 'order.unsold_card'] as const),
  ...(['rights.forged_row', 'seller.books', 'stock.braked', 'stock.canary_redeemed'] as const),
] as const;

/** Nothing is wrong, but somebody may want to act. */
const INFO = ['stock.expires', 'stock.low', 'stock.price_cut', 'stock.stalled'];

export function severityOf(kind: string): Alert['severity'] {
  if (CRITICAL.some((one) => one === kind)) return 'critical';
  return INFO.includes(kind) ? 'info' : 'warning';
}
