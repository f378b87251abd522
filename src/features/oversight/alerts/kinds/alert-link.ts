import type { Alert } from '#contracts/oversight/alerts.ts';
import { pagePath } from '#contracts/page-path.ts';

/** The page for what an alert is about, apart from the people: a payment, an unclaimed deposit, stock, a programme, a rate or the chains. */
export function alertLink({ kind, subject, details }: Pick<Alert, 'kind' | 'subject' | 'details'>): string | null {
  const { deposit_id, unclaimed_deposit_id, jump_id, programme_id } = details;
  if (deposit_id) return pagePath('/admin/payments/:id', { id: String(deposit_id) });
  if (unclaimed_deposit_id) return pagePath('/admin/unclaimed-deposits/:id', { id: String(unclaimed_deposit_id) });
  if (jump_id) return pagePath('/admin/rate-jumps/:id', { id: String(jump_id) });
  if (kind.startsWith('programme.')) return pagePath('/admin/programmes/:id', { id: String(programme_id ?? subject) });
  if (kind === 'deposit.reversed' || kind.startsWith('payment.'))
    return pagePath('/admin/payments/:id', { id: subject });
  if (kind === 'order.unsold_card') return pagePath('/admin/orders/:id', { id: String(details.order_id) });
  if (kind === 'ticket.overdue') return pagePath('/admin/tickets/:id', { id: subject });
  if (kind === 'stock.low') return pagePath('/admin/programmes/:id', { id: subject });
  if (['seller.threshold', 'seller.few_buyers', 'seller.listed', 'seller.resembles'].includes(kind))
    return pagePath('/reseller/sellers/:id', { id: subject });
  if (kind === 'loop.stuck') return pagePath('/admin/operations/jobs');
  if (kind === 'rights.forged_row' && details.table === 'users')
    return pagePath('/admin/users/:id', { id: String(details.id) });
  if (kind === 'rights.forged_row' || kind === 'audit.broken' || kind === 'audit.stalled' || kind === 'ledger.stalled')
    return pagePath('/admin/audit');
  if (kind === 'ledger.broken') return pagePath('/admin/ledger/reconciliation');
  if (kind === 'seller.books') return pagePath('/reseller/sellers');
  if (kind.startsWith('stock.')) return pagePath('/reseller/base/:id', { id: subject });
  return kind.startsWith('chain.') ? pagePath('/admin/chains') : null;
}
