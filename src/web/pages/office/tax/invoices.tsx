import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type ListedDocument, listDocuments } from '#contracts/office/tax.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

export const handle = title('invoices.title');

const YEARS = 10;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const current = context.get(pageContext).now.getUTCFullYear();
  const asked = url.searchParams.get('year') ?? '';
  const year = /^20\d{2}$/.test(asked) ? asked : String(current);
  const kind = url.searchParams.get('kind') === 'credit_note' ? ('credit_note' as const) : ('invoice' as const);
  const page = url.searchParams.get('page') ?? '1';
  const { data, meta } = await read({ context, url }, listDocuments, { query: { year, kind, page } });
  return { documents: data, meta, current };
}

export default function Invoices() {
  const { t, money } = useI18n();
  const { documents, meta, current } = useLoaderData<typeof loader>();
  const years = Array.from({ length: YEARS }, (_, index) => String(current - index));
  const columns: Column<ListedDocument>[] = [
    { key: 'number', header: t('document.number'), priority: 'lead', cell: ({ number }) => number },
    { key: 'at', header: t('document.issued_at'), cell: ({ issued_at }) => <Time at={issued_at} /> },
    { key: 'order', header: t('document.order'), cell: ({ order_number }) => `#${order_number}` },
    { key: 'net', header: t('document.net'), align: 'end', cell: (row) => money(row.net_cents) },
    { key: 'vat', header: t('document.vat'), align: 'end', cell: (row) => money(row.vat_cents) },
    {
      key: 'gross',
      header: t('document.gross'),
      align: 'end',
      priority: 'side',
      cell: (row) => money(row.gross_cents),
    },
  ];
  return (
    <>
      <PageHead title={t('invoices.title')} lead={t('invoices.lead')} />
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
              name: 'kind',
              label: t('invoices.kind'),
              any: t('document.kind', { kind: 'invoice' }),
              options: [{ value: 'credit_note', label: t('document.kind', { kind: 'credit_note' }) }],
            },
          ]}
          keep={[]}
        />
        <Table
          caption={t('invoices.title')}
          columns={columns}
          rows={documents}
          keyOf={({ id }) => id}
          hrefOf={({ order_id }) => href('/admin/orders/:id', { id: order_id })}
          empty={
            <Empty picture="files" title={t('invoices.none')}>
              {t('invoices.none_more')}
            </Empty>
          }
        />
        <Pagination meta={meta} />
      </div>
    </>
  );
}
