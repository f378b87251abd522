import type { CoinHolding } from '#contracts/office/books.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** What the units of each coin were and are worth, beside what the ledger says was credited for them. */
export function CoinDollars({ rows }: { rows: readonly CoinHolding[] }) {
  const { t, money, number } = useI18n();
  const columns: Column<CoinHolding>[] = [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'rate',
      header: t('reconciliation.rate'),
      align: 'end',
      cell: ({ usd, rate_at, stale }) =>
        usd === null || rate_at === null ? (
          t('chains.unknown')
        ) : (
          <>
            {t('rate_jump.price', { usd: number(Number(usd)) })}{' '}
            {stale ? <Tag tone="warn">{t('reconciliation.stale')}</Tag> : null}
            <small>
              <Time at={rate_at} />
            </small>
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
    { key: 'credited', header: t('reconciliation.credited'), align: 'end', cell: (one) => money(one.credited_cents) },
    { key: 'cost', header: t('reconciliation.cost'), align: 'end', cell: (one) => money(one.cost_cents) },
    {
      key: 'price_change',
      header: t('reconciliation.price_change'),
      align: 'end',
      cell: (one) => money(one.price_change_cents),
    },
  ];
  return (
    <section className="stack" aria-labelledby="coins">
      <h2 id="coins">{t('reconciliation.coins')}</h2>
      <p className="muted">{t('reconciliation.coins_lead')}</p>
      <Table
        caption={t('reconciliation.coins')}
        columns={columns}
        rows={rows}
        keyOf={({ coin }) => coin}
        empty={<Empty title={t('chains.none')} />}
      />
    </section>
  );
}
