import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getTaxReport, type TaxRow } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { LedgerPages } from './ledger-pages.tsx';
import { TaxExport } from './tax-export.tsx';
import { taxQueryOf } from './tax-query.ts';

export const handle = title('tax.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { now } = context.get(pageContext);
  const query = taxQueryOf(url.searchParams, now);
  const { data, meta } = await read({ context, url }, getTaxReport, { query });
  return { rows: data, ...meta, query, current: now.getUTCFullYear() };
}

const YEARS = 10;

export default function Tax() {
  const { t, country } = useI18n();
  const { rows, countries, current } = useLoaderData<typeof loader>();
  const years = Array.from({ length: YEARS }, (_, index) => String(current - index));
  return (
    <>
      <PageHead title={t('tax.title')} lead={t('tax.lead')} />
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
            {
              name: 'country',
              label: t('tax.country'),
              any: t('tax.any_country'),
              options: countries.map((value) => ({ value, label: country(value) })),
            },
            {
              name: 'voucher_kind',
              label: t('tax.voucher_kind'),
              any: t('tax.any_voucher_kind'),
              options: [
                { value: 'single_purpose', label: t('tax.single_purpose') },
                { value: 'multi_purpose', label: t('tax.multi_purpose') },
              ],
            },
          ]}
          keep={[]}
        />
        <Sums />
        <TaxExport />
        <Table
          caption={t('tax.title')}
          columns={useColumns()}
          rows={rows}
          keyOf={(row) => `${row.month} ${row.country} ${row.voucher_kind}`}
          empty={<Empty title={t('tax.none')} />}
        />
      </div>
    </>
  );
}

/** The sums of what is listed; without further filters the ledger must say the same. */
function Sums() {
  const { t, money } = useI18n();
  const { rows, ledger, query } = useLoaderData<typeof loader>();
  const sum = (part: 'sold_cents' | 'refunded_cents' | 'seller_cents') => rows.reduce((all, row) => all + row[part], 0);
  const whole = !query.country && !query.voucher_kind;
  const agrees = sum('sold_cents') === ledger.sold_cents && sum('refunded_cents') === ledger.refunded_cents;
  return (
    <>
      <Stats>
        <Stat label={t('tax.sold')} value={money(sum('sold_cents'))} />
        <Stat label={t('tax.refunded')} value={money(sum('refunded_cents'))} />
        <Stat label={t('tax.seller')} value={money(sum('seller_cents'))} />
      </Stats>
      {whole ? (
        <Alert tone={agrees ? 'good' : 'bad'}>
          {t(agrees ? 'tax.agrees' : 'tax.disagrees', {
            sold: { cents: ledger.sold_cents },
            refunded: { cents: ledger.refunded_cents },
          })}
        </Alert>
      ) : null}
    </>
  );
}

function useColumns(): Column<TaxRow>[] {
  const { t, money, number, country } = useI18n();
  return [
    {
      key: 'month',
      header: t('tax.month'),
      priority: 'lead',
      cell: ({ month }) => t('tax.month_of', { month: { month } }),
    },
    { key: 'country', header: t('tax.country'), cell: (row) => country(row.country) },
    { key: 'kind', header: t('tax.voucher_kind'), cell: ({ voucher_kind }) => t(`tax.${voucher_kind}`) },
    { key: 'sales', header: t('tax.sales'), align: 'end', cell: ({ sales }) => number(sales) },
    { key: 'sold', header: t('tax.sold'), align: 'end', priority: 'side', cell: (row) => money(row.sold_cents) },
    { key: 'refunds', header: t('tax.refunds'), align: 'end', cell: ({ refunds }) => number(refunds) },
    { key: 'refunded', header: t('tax.refunded'), align: 'end', cell: (row) => money(row.refunded_cents) },
    { key: 'seller', header: t('tax.seller'), align: 'end', cell: (row) => money(row.seller_cents) },
  ];
}
