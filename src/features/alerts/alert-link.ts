import type { Alert } from '#contracts/alerts.ts';

/** Where a person looks at what an alert is about, besides the people: a payment, money put aside, the chains. */
export function alertLink({ kind, subject, details }: Pick<Alert, 'kind' | 'subject' | 'details'>): string | null {
  const { deposit_id, unclaimed_deposit_id } = details;
  if (deposit_id) return `/admin/payments/${deposit_id}`;
  if (unclaimed_deposit_id) return `/admin/unclaimed-deposits/${unclaimed_deposit_id}`;
  if (kind === 'deposit.reversed' || kind.startsWith('payment.')) return `/admin/payments/${subject}`;
  return kind.startsWith('chain.') ? '/admin/chains' : null;
}
