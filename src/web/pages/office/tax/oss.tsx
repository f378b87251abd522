import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getOssReport, type OssRow } from '#contracts/office/tax.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRate } from '#web/i18n/use-rate.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { quarterOf, quartersUntil } from './oss-query.ts';

export const handle = title('oss.title');

const QUARTERS = 20;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { now } = context.get(pageContext);
  const quarter = quarterOf(url.searchParams, now);
  const { data } = await read({ context, url }, getOssReport, { query: { quarter } });
  return { rows: data, quarters: quartersUntil(now, QUARTERS) };
}

export default function Oss() {
  const { t } = useI18n();
  const { rows, quarters } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('oss.title')} lead={t('oss.lead')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            {
              name: 'quarter',
              label: t('oss.quarter'),
              any: t('oss.this_quarter'),
              options: quarters.map((value) => ({ value, label: value })),
            },
          ]}
          keep={[]}
        />
        {rows.some(({ rate_bp }) => rate_bp === null) ? <Alert tone="warn">{t('oss.no_rate_warning')}</Alert> : null}
        <ExportForm to={href('/admin/ledger/oss/csv')} label={t('oss.export')}>
          <span className="muted small">{t('oss.export_more')}</span>
        </ExportForm>
        <Table
          caption={t('oss.title')}
          columns={useColumns()}
          rows={rows}
          keyOf={(row) => `${row.country} ${row.buyer_country} ${row.rate_bp} ${row.corrects}`}
          empty={<Empty title={t('oss.none')} />}
        />
      </div>
    </>
  );
}

function useColumns(): Column<OssRow>[] {
  const { t, money, country } = useI18n();
  const rate = useRate();
  return [
    { key: 'country', header: t('oss.country'), priority: 'lead', cell: (row) => country(row.country) },
    { key: 'scheme', header: t('oss.scheme'), cell: ({ scheme }) => t('oss.scheme_of', { scheme }) },
    {
      key: 'buyer',
      header: t('oss.buyer_country'),
      cell: ({ buyer_country }) => (buyer_country ? country(buyer_country) : t('oss.any_buyer')),
    },
    {
      key: 'rate',
      header: t('vat_rates.rate'),
      align: 'end',
      cell: ({ rate_bp }) => (rate_bp === null ? t('oss.no_rate') : rate(rate_bp)),
    },
    { key: 'corrects', header: t('oss.corrects'), cell: ({ corrects }) => corrects },
    { key: 'net', header: t('document.net'), align: 'end', cell: (row) => money(row.net_cents) },
    { key: 'vat', header: t('document.vat'), align: 'end', priority: 'side', cell: (row) => money(row.vat_cents) },
    { key: 'gross', header: t('document.gross'), align: 'end', cell: (row) => money(row.gross_cents) },
  ];
}
