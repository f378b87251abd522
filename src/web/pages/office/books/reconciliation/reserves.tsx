import { href } from 'react-router';
import type { Reserve } from '#contracts/office/cold-wallets.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** What the operator's own wallets hold, beside the shop's addresses. */
export function Reserves({ rows }: { rows: readonly Reserve[] }) {
  const { t, money, coins, number } = useI18n();
  const columns: Column<Reserve>[] = [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => coin },
    {
      key: 'wallets',
      header: t('reserves.wallets'),
      align: 'end',
      cell: ({ wallets, unread }) => (
        <>
          {number(wallets)} {unread > 0 ? <Tag tone="warn">{t('reserves.unread', { count: unread })}</Tag> : null}
        </>
      ),
    },
    { key: 'units', header: t('cold_wallet.balance'), align: 'end', cell: ({ units, coin }) => coins(units, coin) },
    {
      key: 'read_at',
      header: t('reserves.read_at'),
      align: 'end',
      cell: ({ read_at }) => (read_at === null ? null : <Time at={read_at} />),
    },
    {
      key: 'worth',
      header: t('reconciliation.worth'),
      align: 'end',
      priority: 'side',
      cell: ({ worth_cents }) => money(worth_cents),
    },
  ];
  return (
    <section className="stack" aria-labelledby="reserves">
      <h2 id="reserves">{t('reserves.title')}</h2>
      <p className="muted">{t('reserves.lead')}</p>
      <Table
        caption={t('reserves.title')}
        columns={columns}
        rows={rows}
        keyOf={({ coin }) => coin}
        hrefOf={() => href('/admin/ledger/cold-wallets')}
        empty={<p className="muted">{t('reserves.none')}</p>}
      />
    </section>
  );
}
