import { href } from 'react-router';
import type { Closing } from '#contracts/coins/top-up-returns.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Table } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** What is unspent of each top-up, and where it would go or why it stays. */
export function UnspentTable({ unspent }: Pick<Closing, 'unspent'>) {
  const { t, money } = useI18n();
  return (
    <Table
      caption={t('closing.top_ups')}
      columns={[
        {
          key: 'paid',
          header: t('closing.paid_on'),
          priority: 'lead',
          cell: ({ payment_id, credited_at }) => (
            <Link to={href('/billing/:id', { id: payment_id })}>{credited_at ? <Time at={credited_at} /> : '–'}</Link>
          ),
        },
        {
          key: 'amount',
          header: t('closing.amount'),
          priority: 'side',
          align: 'end',
          cell: ({ amount_cents }) => money(amount_cents),
        },
        { key: 'coin', header: t('closing.coin'), cell: ({ coin }) => coin },
        {
          key: 'address',
          header: t('closing.address'),
          cell: ({ address, obstacle }) => (obstacle ? t('closing.obstacle', { obstacle }) : <code>{address}</code>),
        },
      ]}
      rows={unspent}
      keyOf={({ deposit_id }) => deposit_id}
      empty={null}
    />
  );
}
