import { href } from 'react-router';
import type { OutflowSum } from '#contracts/office/outflows.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';

const listOf = ({ coin, label }: OutflowSum) =>
  `${href('/admin/ledger/outflows')}?${new URLSearchParams({ coin, label: label ?? 'none' })}`;

/** What moved away from our addresses, by what for. */
export function OutflowSums({ rows }: { rows: readonly OutflowSum[] }) {
  const { t, money, coins, number } = useI18n();
  const columns: Column<OutflowSum>[] = [
    {
      key: 'label',
      header: t('outflow.label'),
      priority: 'lead',
      cell: ({ coin, label }) => `${coin}, ${t('outflow.label_of', { label: label ?? 'none' })}`,
    },
    {
      key: 'transactions',
      header: t('outflows.transactions'),
      align: 'end',
      cell: ({ transactions }) => number(transactions),
    },
    { key: 'units', header: t('outflow.amount'), align: 'end', cell: ({ units, coin }) => coins(units, coin) },
    {
      key: 'fees',
      header: t('outflow.fee'),
      align: 'end',
      cell: ({ fee_units, unknown_fees, coin }) => (
        <>
          {coins(fee_units, coin)}{' '}
          {unknown_fees > 0 ? <Tag>{t('outflows.unknown_fees', { count: unknown_fees })}</Tag> : null}
        </>
      ),
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
    <section className="stack" aria-labelledby="outflows">
      <h2 id="outflows">{t('outflows.by_label')}</h2>
      <p className="muted">{t('outflows.by_label_lead')}</p>
      <Table
        caption={t('outflows.by_label')}
        columns={columns}
        rows={rows}
        keyOf={({ coin, label }) => `${coin} ${label}`}
        hrefOf={listOf}
        empty={<p className="muted">{t('outflows.none')}</p>}
      />
    </section>
  );
}
