import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getLedgerAccount, type LedgerAccount, type LedgerLine } from '#contracts/office/books.ts';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { cursorOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { RecordLink } from '#web/pages/oversight/admin/audit/record-link.tsx';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { accountName, transferName } from '#web/ui/office/ledger-names.ts';
import { AccountLink } from './entries/account-link.tsx';
import { Cause } from './entries/cause.tsx';
import { LedgerPages } from './ledger-pages.tsx';

export const handle = title('ledger.account_titled', ({ account: { kind, owner } }: { account: LedgerAccount }) => ({
  kind: message('ledger.account_kind', { kind }),
  owner: owner?.name ?? message('ledger.side.house'),
}));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const input = { params: { id: params.id ?? '' }, query: cursorOf(url.searchParams) };
  const { data, links } = await read({ context, url }, getLedgerAccount, input);
  return { account: data, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function Account() {
  const { t, money } = useI18n();
  const { account, prev, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={accountName(t, account.kind)}
        lead={account.owner ? <RecordLink record={account.owner} /> : t('ledger.side.house')}
      />
      <LedgerPages />
      <div className="stack">
        <Stats>
          <Stat label={t('ledger.balance')} value={money(account.balance_cents)} />
        </Stats>
        <Table
          caption={t('ledger.lines')}
          columns={useColumns()}
          rows={account.lines}
          keyOf={({ id }) => String(id)}
          hrefOf={({ id }) => href('/admin/ledger/transfers/:id', { id: String(id) })}
          empty={<Empty picture="payments" title={t('ledger.no_transfers')} />}
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function useColumns(): Column<LedgerLine>[] {
  const { t, money } = useI18n();
  return [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => transferName(t, kind) },
    { key: 'cents', header: t('ledger.amount'), priority: 'side', align: 'end', cell: ({ cents }) => money(cents) },
    { key: 'other', header: t('ledger.other'), cell: ({ other }) => <AccountLink account={other} /> },
    { key: 'cause', header: t('ledger.cause'), cell: (one) => <Cause record={one.record} reference={one.reference} /> },
    { key: 'at', header: t('ledger.at'), cell: ({ at }) => <Time at={at} /> },
    {
      key: 'balance',
      header: t('ledger.balance_after'),
      align: 'end',
      cell: ({ balance_cents }) => money(balance_cents),
    },
  ];
}
