import type { Reserve } from '#contracts/coins/sum-statement.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';

/** What the addresses of each coin held that night. */
export function Reserves({ reserves }: { reserves: readonly Reserve[] }) {
  const { t, coins, number } = useI18n();
  const columns: Column<Reserve>[] = [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'held',
      header: t('proof.held'),
      align: 'end',
      priority: 'side',
      cell: ({ units, coin }) => coins(units, coin),
    },
    {
      key: 'block',
      header: t('proof.block'),
      cell: ({ height, block }) => (
        <>
          {number(height)}{' '}
          <small>
            <code className="proof-code">{block}</code>
          </small>
        </>
      ),
    },
  ];
  return (
    <section className="stack" aria-labelledby="reserves">
      <h2 id="reserves">{t('proof.reserves')}</h2>
      <p className="muted">{t('proof.reserves_lead')}</p>
      <Table
        caption={t('proof.reserves')}
        columns={columns}
        rows={reserves}
        keyOf={({ coin }) => coin}
        empty={<p className="muted">{t('proof.reserves_none')}</p>}
      />
    </section>
  );
}
