import type { Alert } from '#contracts/alerts.ts';

/** The page for what an alert is about, apart from the people: a payment, an unclaimed deposit or the chains. */
export function alertLink({ kind, subject, details }: Pick<Alert, 'kind' | 'subject' | 'details'>): string | null {
  const { deposit_id, unclaimed_deposit_id } = details;
  if (deposit_id) return `/admin/payments/${deposit_id}`;
  if (unclaimed_deposit_id) return `/admin/unclaimed-deposits/${unclaimed_deposit_id}`;
  if (kind === 'deposit.reversed' || kind.startsWith('payment.')) return `/admin/payments/${subject}`;
  return kind.startsWith('chain.') ? '/admin/chains' : null;
}
