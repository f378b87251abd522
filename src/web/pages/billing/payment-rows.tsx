import type { Payment } from '#contracts/payments.ts';
import { formatUnits } from '#web/format.ts';
import { Link } from '#web/ui/link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Tag, type Tone } from '#web/ui/tag.tsx';
import { Time } from '#web/ui/time.tsx';

const tones: Record<Payment['status'], Tone> = {
  waiting: 'plain',
  seen: 'info',
  confirming: 'info',
  credited: 'good',
  expired: 'warn',
  held: 'bad',
};

export function PaymentStatus({ status }: Pick<Payment, 'status'>) {
  return <Tag tone={tones[status]}>{status}</Tag>;
}

export type PaymentRow = Pick<
  Payment,
  'id' | 'coin' | 'status' | 'amount_units' | 'amount_cents' | 'credited_cents' | 'created_at'
>;

export function PaymentRows({ payments }: { payments: PaymentRow[] }) {
  return (
    <table className="table panel">
      <thead>
        <tr>
          <th>Started</th>
          <th>Asked for</th>
          <th>Status</th>
          <th className="number">Amount</th>
          <th className="number">Credited</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td data-label="Started">
              <Link to={`/billing/${payment.id}`}>
                <Time at={payment.created_at} />
              </Link>
            </td>
            <td data-label="Asked for">
              {formatUnits(payment.amount_units, payment.coin)} {payment.coin}
            </td>
            <td data-label="Status">
              <PaymentStatus status={payment.status} />
            </td>
            <td data-label="Amount" className="number">
              <Money cents={payment.amount_cents} />
            </td>
            <td data-label="Credited" className="number">
              <Money cents={payment.credited_cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const paymentRow = (payment: PaymentRow): PaymentRow => ({
  id: payment.id,
  coin: payment.coin,
  status: payment.status,
  amount_units: payment.amount_units,
  amount_cents: payment.amount_cents,
  credited_cents: payment.credited_cents,
  created_at: payment.created_at,
});
