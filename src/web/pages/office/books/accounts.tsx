import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type LedgerAccount, listAccountKinds, listLedgerAccounts } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { cursorOf, typedValue } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { RecordLink } from '#web/pages/oversight/admin/audit/record-link.tsx';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';
import { LedgerPages } from './ledger-pages.tsx';

export const handle = title('ledger.accounts');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { searchParams: search } = url;
  const kinds = (await read(where, listAccountKinds)).data.map(({ kind }) => kind);
  const kind = kinds.find((one) => one === search.get('kind'));
  const owner = typedValue(search, 'owner');
  const query = { ...(kind && { kind }), ...(owner && { owner }), ...cursorOf(search) };
  const { data, links } = await read(where, listLedgerAccounts, { query });
  return { accounts: data, kinds, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function Accounts() {
  const { t, money } = useI18n();
  const { accounts, kinds, prev, next } = useLoaderData<typeof loader>();
  const columns: Column<LedgerAccount>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => accountName(t, kind) },
    {
      key: 'owner',
      header: t('ledger.owner'),
      cell: ({ owner }) =>
        owner ? <RecordLink record={owner} /> : <span className="muted">{t('ledger.side.house')}</span>,
    },
    {
      key: 'balance',
      header: t('ledger.balance'),
      align: 'end',
      priority: 'side',
      cell: ({ balance_cents }) => money(balance_cents),
    },
  ];
  return (
    <>
      <PageHead title={t('ledger.accounts')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            { name: 'owner', label: t('ledger.owner') },
            {
              name: 'kind',
              label: t('ledger.kind'),
              any: t('ledger.any_kind'),
              options: kinds.map((kind) => ({ value: kind, label: accountName(t, kind) })),
            },
          ]}
          keep={[]}
        />
        <Table
          caption={t('ledger.accounts')}
          columns={columns}
          rows={accounts}
          keyOf={({ id }) => String(id)}
          hrefOf={({ id }) => href('/admin/ledger/accounts/:id', { id: String(id) })}
          empty={
            <Empty
              title={t('list.nothing')}
              action={<Link to={href('/admin/ledger/accounts')}>{t('list.show_all')}</Link>}
            />
          }
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}
