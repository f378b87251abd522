import { href } from 'react-router';
import type { Payment } from '#contracts/coins/payments.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { paymentTones } from '#web/pages/coins/billing/payments/payment-tones.ts';
import { CoinAmount } from '#web/ui/display/coin-amount.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/pairs.css';

/** A payment's state as a label. One that only awaits the remainder is no cause for concern, and says so. */
export function PaymentStatus({ status, holds }: Pick<Payment, 'status'> & { holds: { reason: string }[] }) {
  const { t } = useI18n();
  const waits = status === 'held' && holds.every(({ reason }) => reason === 'minimum');
  if (waits) return <Tag tone="info">{t('payment.status.waiting_for_more')}</Tag>;
  return <Tag tone={paymentTones[status]}>{t(`payment.status.${status}`)}</Tag>;
}

export type PaymentRow = Pick<
  Payment,
  'id' | 'coin' | 'status' | 'amount_units' | 'amount_cents' | 'credited_cents' | 'created_at' | 'number'
> & { holds: { reason: string }[] };

export function PaymentRows({ payments }: { payments: PaymentRow[] }) {
  const { t } = useI18n();
  return (
    <table className="table panel" data-pairs>
      <caption className="visually-hidden">{t('payments.caption')}</caption>
      <thead>
        <tr>
          <th>{t('payment.number')}</th>
          <th>{t('payment.started')}</th>
          <th className="number">{t('payment.asked')}</th>
          <th>{t('payment.status')}</th>
          <th className="number">{t('payment.amount')}</th>
          <th className="number">{t('payment.credited_column')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td data-label={t('payment.number')} data-first>
              <Link to={href('/billing/:id', { id: payment.id })}>
                {t('payment.numbered', { number: String(payment.number) })}
              </Link>
            </td>
            <td data-label={t('payment.started')}>
              <Time at={payment.created_at} />
            </td>
            <td data-label={t('payment.asked')} className="number">
              <CoinAmount units={payment.amount_units} coin={payment.coin} />
            </td>
            <td data-label={t('payment.status')}>
              <PaymentStatus status={payment.status} holds={payment.holds} />
            </td>
            <td data-label={t('payment.amount')} data-first className="number">
              <Money cents={payment.amount_cents} />
            </td>
            <td data-label={t('payment.credited_column')} data-labelled className="number">
              <Money cents={payment.credited_cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Only the fields a row displays, so that lists stay small on the wire. */
export const paymentRow = (payment: PaymentRow): PaymentRow => ({
  id: payment.id,
  number: payment.number,
  coin: payment.coin,
  status: payment.status,
  holds: payment.holds.map(({ reason }) => ({ reason })),
  amount_units: payment.amount_units,
  amount_cents: payment.amount_cents,
  credited_cents: payment.credited_cents,
  created_at: payment.created_at,
});
