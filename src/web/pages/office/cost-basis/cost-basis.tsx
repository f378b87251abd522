import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type CoinYear, getCostBasis } from '#contracts/office/cost-basis.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { costBasisFiles } from './files.ts';
import { yearIn } from './year-query.ts';

export const handle = title('cost_basis.title');

const YEARS = 10;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { now } = context.get(pageContext);
  const year = yearIn(url.searchParams, now);
  const { data } = await read({ context, url }, getCostBasis, { query: { year } });
  return { rows: data, current: now.getUTCFullYear() };
}

export default function CostBasis() {
  const { t } = useI18n();
  const { rows, current } = useLoaderData<typeof loader>();
  const years = Array.from({ length: YEARS }, (_, index) => String(current - index));
  return (
    <>
      <PageHead title={t('cost_basis.title')} lead={t('cost_basis.lead')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            {
              name: 'year',
              label: t('history.year'),
              any: t('tax.this_year'),
              options: years.map((value) => ({ value, label: value })),
            },
          ]}
          keep={[]}
        />
        <Gaps rows={rows} />
        <div className="row">
          {costBasisFiles.map((file) => (
            <ExportForm
              key={file}
              to={href('/admin/ledger/cost-basis/:file', { file })}
              label={t(`cost_basis.file.${file}`)}
            />
          ))}
          <span className="muted small">{t('cost_basis.export_more')}</span>
        </div>
        <Table
          caption={t('cost_basis.title')}
          columns={useColumns()}
          rows={rows}
          keyOf={({ coin }) => coin}
          empty={<Empty picture="files" title={t('cost_basis.none')} />}
        />
      </div>
    </>
  );
}

/** What the sums leave out, coin by coin. */
function Gaps({ rows }: { rows: readonly CoinYear[] }) {
  const { t, coins } = useI18n();
  const listOf = (key: 'moved_units' | 'unvalued_units' | 'undated_units') =>
    rows
      .filter((row) => row[key] !== '0')
      .map((row) => coins(row[key], row.coin))
      .join(', ');
  const [moved, unvalued, undated] = [listOf('moved_units'), listOf('unvalued_units'), listOf('undated_units')];
  return (
    <>
      {moved ? <Alert>{t('cost_basis.moved', { amounts: moved })}</Alert> : null}
      {unvalued ? <Alert tone="warn">{t('cost_basis.unvalued', { amounts: unvalued })}</Alert> : null}
      {undated ? <Alert tone="warn">{t('cost_basis.undated', { amounts: undated })}</Alert> : null}
    </>
  );
}

function useColumns(): Column<CoinYear>[] {
  const { t, money, shortCoins } = useI18n();
  const both = (units: string, cents: number, { coin }: CoinYear) => (
    <>
      {shortCoins(units, coin)} <small>{money(cents)}</small>
    </>
  );
  return [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'opening',
      header: t('cost_basis.opening'),
      align: 'end',
      cell: (row) => both(row.opening_units, row.opening_cents, row),
    },
    {
      key: 'acquired',
      header: t('cost_basis.acquired'),
      align: 'end',
      cell: (row) => both(row.acquired_units, row.acquired_cents, row),
    },
    {
      key: 'disposed',
      header: t('cost_basis.disposed'),
      align: 'end',
      cell: (row) => both(row.disposed_units, row.cost_cents, row),
    },
    { key: 'proceeds', header: t('cost_basis.proceeds'), align: 'end', cell: (row) => money(row.proceeds_cents) },
    {
      key: 'gain',
      header: t('cost_basis.gain'),
      align: 'end',
      cell: (row) => <b>{money(row.gain_cents)}</b>,
    },
    {
      key: 'closing',
      header: t('cost_basis.closing'),
      align: 'end',
      cell: (row) => both(row.closing_units, row.closing_cents, row),
    },
  ];
}
