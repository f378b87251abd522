import { href } from 'react-router';
import type { Suspense } from '#contracts/office/periods.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';

const pageOf = ({ coin, part }: Suspense) =>
  part === 'unclaimed' ? href('/admin/chains') : `${href('/admin/payments')}?coin=${coin}`;

/** What came in and isn't credited, by how long it has waited. */
export function SuspenseAges({ rows }: { rows: readonly Suspense[] }) {
  const { t, money, coins, number } = useI18n();
  const units = (value: string, { coin }: Suspense) => (value === '0' ? null : coins(value, coin));
  const columns: Column<Suspense>[] = [
    {
      key: 'part',
      header: t('suspense.what'),
      priority: 'lead',
      cell: (row) => (
        <SectionLink to={pageOf(row)}>{t('suspense.part', { coin: row.coin, part: row.part })}</SectionLink>
      ),
    },
    { key: 'deposits', header: t('suspense.deposits'), align: 'end', cell: ({ deposits }) => number(deposits) },
    { key: 'week', header: t('suspense.week'), align: 'end', cell: (row) => units(row.week_units, row) },
    { key: 'month', header: t('suspense.month'), align: 'end', cell: (row) => units(row.month_units, row) },
    { key: 'quarter', header: t('suspense.quarter'), align: 'end', cell: (row) => units(row.quarter_units, row) },
    { key: 'older', header: t('suspense.older'), align: 'end', cell: (row) => units(row.older_units, row) },
    { key: 'oldest', header: t('suspense.oldest'), align: 'end', cell: ({ oldest_at }) => <Time at={oldest_at} /> },
    {
      key: 'worth',
      header: t('reconciliation.worth'),
      align: 'end',
      priority: 'side',
      cell: ({ worth_cents }) => money(worth_cents),
    },
  ];
  return (
    <section className="stack" aria-labelledby="suspense">
      <h2 id="suspense">{t('suspense.title')}</h2>
      <p className="muted">{t('suspense.lead')}</p>
      <Table
        caption={t('suspense.title')}
        columns={columns}
        rows={rows}
        keyOf={({ coin, part }) => `${coin} ${part}`}
        empty={<p className="muted">{t('suspense.none')}</p>}
      />
    </section>
  );
}
