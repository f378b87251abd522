import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import {
  DORMANT_MONTHS,
  type DormantBalance,
  listDormantBalances,
  sumDormantBalances,
} from '#contracts/office/dormant-balances.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { cursorOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { dormantQueryOf } from './dormant-query.ts';

export const handle = title('dormant.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const query = { ...dormantQueryOf(url.searchParams), ...cursorOf(url.searchParams) };
  const [sums, { data, links }] = await Promise.all([
    read(where, sumDormantBalances),
    read(where, listDormantBalances, { query }),
  ]);
  return { sums: sums.data, balances: data, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function Dormant() {
  const { t, money } = useI18n();
  const { sums, balances, prev, next } = useLoaderData<typeof loader>();
  const list = (months: number) =>
    `${href('/admin/ledger/dormant')}?${new URLSearchParams({ months: String(months) })}`;
  return (
    <>
      <PageHead title={t('dormant.title')} lead={t('dormant.lead')} />
      <LedgerPages />
      <div className="stack">
        <Stats>
          {sums.map(({ months, buyers, cents }) => (
            <Stat
              key={months}
              label={t('dormant.months', { months })}
              value={money(cents)}
              change={t('dormant.buyers', { count: buyers })}
              to={list(months)}
            />
          ))}
        </Stats>
        <Filters
          filters={[
            {
              name: 'months',
              label: t('dormant.since'),
              any: t('dormant.months', { months: DORMANT_MONTHS[0] }),
              options: DORMANT_MONTHS.slice(1).map((months) => ({
                value: String(months),
                label: t('dormant.months', { months }),
              })),
            },
          ]}
          keep={[]}
        />
        <ExportForm to={href('/admin/ledger/dormant/csv')} label={t('dormant.export')}>
          <span className="muted small">{t('dormant.export_more')}</span>
        </ExportForm>
        <Table
          caption={t('dormant.title')}
          columns={useColumns()}
          rows={balances}
          keyOf={({ user }) => user.id}
          empty={<Empty title={t('dormant.none')} />}
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function useColumns(): Column<DormantBalance>[] {
  const { t, money } = useI18n();
  return [
    {
      key: 'buyer',
      header: t('claims.buyer'),
      priority: 'lead',
      cell: ({ user }) => <SectionLink to={href('/admin/users/:id', { id: user.id })}>{user.username}</SectionLink>,
    },
    { key: 'moved', header: t('dormant.moved'), align: 'end', cell: ({ moved_at }) => <Time at={moved_at} /> },
    {
      key: 'balance',
      header: t('ledger.balance'),
      align: 'end',
      priority: 'side',
      cell: ({ balance_cents }) => money(balance_cents),
    },
  ];
}
