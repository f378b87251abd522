import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listMonths, type MonthState } from '#contracts/office/periods.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { read } from '#web/server/api.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { MonthTag } from './month/month-tag.tsx';
import { Years } from './month/years.tsx';

export const handle = title('months.title');

export async function loader(where: LoaderFunctionArgs) {
  return { months: (await read(where, listMonths)).data };
}

export default function Months() {
  const { t, number } = useI18n();
  const { months } = useLoaderData<typeof loader>();
  const columns: Column<MonthState>[] = [
    {
      key: 'month',
      header: t('month.title'),
      priority: 'lead',
      cell: ({ month }) => t('month.of', { month: { month } }),
    },
    { key: 'state', header: t('month.state'), priority: 'side', cell: ({ state }) => <MonthTag state={state} /> },
    { key: 'by', header: t('month.closed_by'), cell: ({ closing }) => closing?.by },
    { key: 'at', header: t('month.closed_at'), cell: ({ closing }) => (closing ? <Time at={closing.at} /> : null) },
    {
      key: 'transfers',
      header: t('ledger.transfers'),
      align: 'end',
      cell: ({ closing }) => (closing ? number(closing.transfers) : null),
    },
  ];
  return (
    <>
      <PageHead title={t('months.title')} lead={t('months.lead')} />
      <LedgerPages />
      <div className="stack">
        <Table
          caption={t('months.title')}
          columns={columns}
          rows={months}
          keyOf={({ month }) => month}
          hrefOf={({ month }) => href('/admin/ledger/months/:id', { id: month })}
          empty={<Empty title={t('ledger.no_transfers')} />}
        />
        <Years months={months} />
      </div>
    </>
  );
}
