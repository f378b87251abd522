import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type AccountKind, getLedgerFlow, type LedgerFlow, listAccountKinds } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { daysOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { drawFlow } from '#web/ui/data/draw/draw-flow.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { FlowFigure } from '#web/ui/data/flow.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { accountName, transferName } from '#web/ui/office/ledger-names.ts';
import { LedgerPages } from './ledger-pages.tsx';

export const handle = title('ledger.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [kinds, flow] = await Promise.all([
    read(where, listAccountKinds),
    read(where, getLedgerFlow, { query: daysOf(url.searchParams) }),
  ]);
  const flows = flow.data.map(({ debit_kind, credit_kind, cents }) => ({
    from: debit_kind,
    to: credit_kind,
    value: cents,
  }));
  return { kinds: kinds.data, flow: flow.data, period: flow.meta, drawing: drawFlow(flows) };
}

export default function Ledger() {
  const { t } = useI18n();
  return (
    <>
      <PageHead title={t('ledger.title')} lead={t('ledger.lead')} />
      <LedgerPages />
      <div className="office">
        <Kinds />
        <Flow />
      </div>
    </>
  );
}

function Kinds() {
  const { t, money } = useI18n();
  const { kinds } = useLoaderData<typeof loader>();
  const columns: Column<AccountKind>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => accountName(t, kind) },
    {
      key: 'side',
      header: t('ledger.side'),
      priority: 'side',
      cell: ({ side }) => <Tag>{t(`ledger.side.${side}`)}</Tag>,
    },
    { key: 'debited', header: t('ledger.out'), align: 'end', cell: (one) => money(one.debited_cents) },
    { key: 'credited', header: t('ledger.in'), align: 'end', cell: (one) => money(one.credited_cents) },
    {
      key: 'balance',
      header: t('ledger.balance'),
      align: 'end',
      sortable: ({ balance_cents }) => balance_cents,
      cell: ({ balance_cents }) => <b>{money(balance_cents)}</b>,
    },
  ];
  return (
    <section className="stack" aria-labelledby="kinds">
      <h2 id="kinds">{t('ledger.accounts')}</h2>
      <p className="muted">{t('ledger.accounts_lead')}</p>
      <Table
        caption={t('ledger.accounts')}
        columns={columns}
        rows={kinds}
        keyOf={({ kind }) => kind}
        hrefOf={({ kind }) => `${href('/admin/ledger/accounts')}?${new URLSearchParams({ kind })}`}
        empty={<Empty picture="payments" title={t('ledger.no_transfers')} />}
      />
    </section>
  );
}

function Flow() {
  const { t, day, money, number } = useI18n();
  const { drawing, flow, period } = useLoaderData<typeof loader>();
  const columns: Column<LedgerFlow>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => transferName(t, kind) },
    { key: 'from', header: t('ledger.debit'), cell: ({ debit_kind }) => accountName(t, debit_kind) },
    { key: 'to', header: t('ledger.credit'), cell: ({ credit_kind }) => accountName(t, credit_kind) },
    { key: 'transfers', header: t('ledger.transfers'), align: 'end', cell: ({ transfers }) => number(transfers) },
    { key: 'cents', header: t('ledger.amount'), align: 'end', priority: 'side', cell: ({ cents }) => money(cents) },
  ];
  const said = t('ledger.flow_of', { from: day(period.from), to: day(period.to) });
  return (
    <section className="stack" aria-labelledby="flow">
      <h2 id="flow">{t('ledger.flow')}</h2>
      <p className="muted">{said}</p>
      <Filters
        filters={[
          { name: 'from', label: t('history.from'), type: 'date' },
          { name: 'to', label: t('history.to'), type: 'date' },
        ]}
      />
      {drawing ? (
        <FlowFigure drawing={drawing} title={said} nameOf={(kind) => accountName(t, kind)} amountOf={money} />
      ) : null}
      <Table
        caption={said}
        columns={columns}
        rows={flow}
        keyOf={({ debit_kind, credit_kind, kind }) => `${debit_kind} ${credit_kind} ${kind}`}
        empty={<Empty picture="payments" title={t('ledger.no_transfers')} />}
      />
    </section>
  );
}
