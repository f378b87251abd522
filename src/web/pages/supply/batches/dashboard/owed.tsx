import { href } from 'react-router';
import type { StockReport } from '#contracts/supply/stock.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';

type Row = StockReport['sellers'][number];

const sum = (rows: readonly Row[], key: 'owed_cents' | 'paid_cents') => rows.reduce((all, row) => all + row[key], 0);

/** What the sellers are owed and were paid, each of them and together. */
export function Owed({ sellers }: { sellers: Row[] }) {
  const { t, money } = useI18n();
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('seller.name'),
      priority: 'lead',
      cell: ({ legal_name }) => legal_name,
      sortable: ({ legal_name }) => legal_name,
    },
    {
      key: 'owed',
      header: t('reseller.owed_short'),
      align: 'end',
      cell: ({ owed_cents }) => money(owed_cents),
      sortable: ({ owed_cents }) => owed_cents,
    },
    {
      key: 'paid',
      header: t('reseller.paid_short'),
      align: 'end',
      cell: ({ paid_cents }) => money(paid_cents),
      sortable: ({ paid_cents }) => paid_cents,
    },
  ];
  return (
    <section className="stack" aria-label={t('reseller.owed_each')}>
      <h2>{t('reseller.owed_each')}</h2>
      <Stats>
        <Stat label={t('reseller.owed')} value={money(sum(sellers, 'owed_cents'))} />
        <Stat label={t('reseller.paid')} value={money(sum(sellers, 'paid_cents'))} />
      </Stats>
      <Table
        caption={t('reseller.owed_each')}
        columns={columns}
        rows={sellers}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href('/reseller/sellers/:id', { id })}
        sorted={{ key: 'name', descending: false }}
        sortParam="sellers"
        empty={null}
      />
    </section>
  );
}
