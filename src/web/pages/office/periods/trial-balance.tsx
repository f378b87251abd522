import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type BalanceRow, getTrialBalance, type Suspense } from '#contracts/office/periods.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { daysOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';

export const handle = title('trial_balance.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data, memorandum, meta } = await read({ context, url }, getTrialBalance, { query: daysOf(url.searchParams) });
  return { rows: data, memorandum, ...meta };
}

export default function TrialBalance() {
  const { t, day } = useI18n();
  const { rows, from, to } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('trial_balance.title')} lead={t('trial_balance.lead')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            { name: 'from', label: t('history.from'), type: 'date' },
            { name: 'to', label: t('history.to'), type: 'date' },
          ]}
          keep={[]}
        />
        <p className="muted">{t('trial_balance.of', { from: day(from), to: day(to) })}</p>
        <Totals />
        <ExportForm to={href('/admin/ledger/trial-balance/csv')} label={t('trial_balance.export')}>
          <span className="muted small">{t('trial_balance.export_more')}</span>
        </ExportForm>
        <Table
          caption={t('trial_balance.title')}
          columns={useColumns()}
          rows={rows}
          keyOf={({ kind }) => kind}
          empty={<Empty title={t('ledger.no_transfers')} />}
        />
        <Memorandum />
      </div>
    </>
  );
}

/** Coins that stand in no account, below those that do. */
function Memorandum() {
  const { t, money, coins } = useI18n();
  const { memorandum } = useLoaderData<typeof loader>();
  const columns: Column<Suspense>[] = [
    {
      key: 'part',
      header: t('suspense.what'),
      priority: 'lead',
      cell: ({ coin, part }) => t('suspense.part', { coin, part }),
    },
    { key: 'units', header: t('ledger.amount'), align: 'end', cell: ({ units, coin }) => coins(units, coin) },
    {
      key: 'worth',
      header: t('reconciliation.worth'),
      align: 'end',
      priority: 'side',
      cell: ({ worth_cents }) => money(worth_cents),
    },
  ];
  return (
    <section className="stack" aria-labelledby="memorandum">
      <h2 id="memorandum">{t('trial_balance.memorandum')}</h2>
      <p className="muted">{t('trial_balance.memorandum_lead')}</p>
      {memorandum === null ? (
        <p className="muted">{t('trial_balance.memorandum_unknown')}</p>
      ) : (
        <Table
          caption={t('trial_balance.memorandum')}
          columns={columns}
          rows={memorandum}
          keyOf={({ coin, part }) => `${coin} ${part}`}
          hrefOf={() => href('/admin/ledger/reconciliation')}
          empty={<p className="muted">{t('suspense.none')}</p>}
        />
      )}
    </section>
  );
}

function Totals() {
  const { t } = useI18n();
  const { opening_cents, debited_cents, credited_cents, closing_cents } = useLoaderData<typeof loader>().totals;
  if (opening_cents !== 0 || closing_cents !== 0 || debited_cents !== credited_cents)
    return <Alert tone="bad">{t('trial_balance.disagrees')}</Alert>;
  return <Alert tone="good">{t('trial_balance.agrees', { amount: { cents: debited_cents } })}</Alert>;
}

function useColumns(): Column<BalanceRow>[] {
  const { t, money } = useI18n();
  return [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => accountName(t, kind) },
    { key: 'number', header: t('chart.number'), cell: ({ number }) => number },
    { key: 'side', header: t('ledger.side'), cell: ({ side }) => <Tag>{t(`ledger.side.${side}`)}</Tag> },
    { key: 'opening', header: t('trial_balance.opening'), align: 'end', cell: (one) => money(one.opening_cents) },
    { key: 'debits', header: t('trial_balance.debits'), align: 'end', cell: (one) => money(one.debited_cents) },
    { key: 'credits', header: t('trial_balance.credits'), align: 'end', cell: (one) => money(one.credited_cents) },
    {
      key: 'closing',
      header: t('trial_balance.closing'),
      align: 'end',
      priority: 'side',
      cell: (one) => <b>{money(one.closing_cents)}</b>,
    },
  ];
}
