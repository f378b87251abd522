import { href } from 'react-router';
import type { CoinHolding } from '#contracts/office/books.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';

/** What came in of each coin and what became of it, in units alone: no rate can hide anything here. */
export function CoinUnits({ rows }: { rows: readonly CoinHolding[] }) {
  const { t, coins } = useI18n();
  const units = (value: string, { coin }: CoinHolding) => (value === '0' ? null : coins(value, coin));
  const payments = (value: string, one: CoinHolding) => {
    const text = units(value, one);
    return text && <SectionLink to={`${href('/admin/payments')}?coin=${one.coin}`}>{text}</SectionLink>;
  };
  const columns: Column<CoinHolding>[] = [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'received',
      header: t('reconciliation.received'),
      align: 'end',
      priority: 'side',
      cell: (one) => coins(one.received_units, one.coin),
    },
    {
      key: 'credited',
      header: t('reconciliation.credited_units'),
      align: 'end',
      cell: (one) => units(one.credited_units, one),
    },
    {
      key: 'held',
      header: t('reconciliation.on_hold'),
      align: 'end',
      cell: (one) => payments(one.held_units, one),
    },
    {
      key: 'waiting',
      header: t('reconciliation.waiting'),
      align: 'end',
      cell: (one) => payments(one.waiting_units, one),
    },
    {
      key: 'unclaimed',
      header: t('reconciliation.unclaimed'),
      align: 'end',
      cell: (one) => {
        const text = units(one.unclaimed_units, one);
        return text && <SectionLink to={href('/admin/chains')}>{text}</SectionLink>;
      },
    },
    { key: 'gone', header: t('reconciliation.gone'), align: 'end', cell: (one) => units(one.gone_units, one) },
    {
      key: 'unexplained',
      header: t('reconciliation.reason.unexplained'),
      align: 'end',
      cell: (one) => units(one.unexplained_units, one),
    },
    { key: 'moved', header: t('reconciliation.moved'), align: 'end', cell: (one) => units(one.moved_units, one) },
    {
      key: 'on_addresses',
      header: t('reconciliation.on_addresses'),
      align: 'end',
      cell: (one) => coins(one.on_addresses_units, one.coin),
    },
  ];
  return (
    <section className="stack" aria-labelledby="units">
      <h2 id="units">{t('reconciliation.units')}</h2>
      <p className="muted">{t('reconciliation.units_lead')}</p>
      {rows.some(({ unexplained_units }) => unexplained_units !== '0') ? (
        <Alert tone="bad">{t('reconciliation.units_unexplained')}</Alert>
      ) : null}
      <Table
        caption={t('reconciliation.units')}
        columns={columns}
        rows={rows}
        keyOf={({ coin }) => coin}
        empty={<Empty title={t('chains.none')} />}
      />
    </section>
  );
}
