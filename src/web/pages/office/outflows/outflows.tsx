import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { COINS } from '#contracts/coins.ts';
import { type GivenLabel, labelOutflows, listOutflows, type Outflow } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { cursorOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageLink } from '#web/server/page-link.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { useLabelSelection } from './label-selected.tsx';
import { LabelTag } from './label-tag.tsx';
import { LABEL_FILTERS, outflowQueryOf } from './outflow-query.ts';

export const handle = title('outflows.title');

export async function loader(where: LoaderFunctionArgs) {
  const { context, url } = where;
  const filters = outflowQueryOf(url.searchParams);
  const query = { ...filters, ...cursorOf(url.searchParams) };
  const { data, meta, links } = await read({ context, url }, listOutflows, { query });
  const page = {
    outflows: data,
    unlabelled: meta.unlabelled,
    earlier: meta.earlier,
    narrowed: Object.keys(filters).length > 0,
    prev: pageLink(links.prev, url),
    next: pageLink(links.next, url),
  };
  return withPreserved(page, where);
}

/** Labels all that are selected. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { label: field('label'), reason: field('reason'), ids: field.all('ids').join(' ') };
  const body = {
    ids: field.all('ids').map(Number),
    label: values.label as GivenLabel,
    reason: values.reason.trim() || null,
  };
  const outcome = await attempt({ context, url, preserve: values }, labelOutflows, { body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const { labelled } = outcome.reply.data;
  const said = flash({ type: 'success', title: message('outflows.labelled', { count: labelled }), content: '' });
  return redirect(href('/admin/ledger/outflows') + url.search, { headers: { 'set-cookie': said } });
}

export default function Outflows() {
  const { t } = useI18n();
  const { outflows, unlabelled, earlier, prev, next } = useLoaderData<typeof loader>();
  const selection = useLabelSelection();
  return (
    <>
      <PageHead title={t('outflows.title')} lead={t('outflows.lead')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            {
              name: 'label',
              label: t('outflow.label'),
              any: t('outflows.any_label'),
              options: LABEL_FILTERS.map((value) => ({ value, label: t('outflow.label_of', { label: value }) })),
            },
            {
              name: 'coin',
              label: t('payment.coin'),
              any: t('history.all_coins'),
              options: COINS.map((value) => ({ value, label: value })),
            },
          ]}
          keep={[]}
        />
        {unlabelled > 0 ? <Alert tone="warn">{t('outflows.unlabelled', { count: unlabelled })}</Alert> : null}
        {earlier > 0 ? (
          <Alert tone="info">
            {t('outflows.earlier', { count: earlier })}{' '}
            <Link to={href('/admin/ledger/outflows/earlier')}>{t('outflows.earlier_open')}</Link>
          </Alert>
        ) : null}
        <ExportForm to={href('/admin/ledger/outflows/csv')} label={t('outflows.export')}>
          <span className="muted small">{t('outflows.export_more')}</span>
        </ExportForm>
        <Table
          caption={t('outflows.title')}
          columns={useColumns()}
          rows={outflows}
          keyOf={({ id }) => String(id)}
          hrefOf={({ id }) => href('/admin/ledger/outflows/:id', { id: String(id) })}
          selection={selection}
          empty={<None />}
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function None() {
  const { t } = useI18n();
  const { narrowed } = useLoaderData<typeof loader>();
  if (!narrowed) return <Empty picture="payments" title={t('outflows.none')} />;
  return (
    <Empty
      picture="payments"
      title={t('list.nothing')}
      action={<Link to={href('/admin/ledger/outflows')}>{t('list.show_all')}</Link>}
    />
  );
}

function useColumns(): Column<Outflow>[] {
  const { t, coins } = useI18n();
  return [
    {
      key: 'amount',
      header: t('outflow.amount'),
      priority: 'lead',
      cell: ({ amount_units, coin }) => coins(amount_units, coin),
    },
    { key: 'label', header: t('outflow.label'), priority: 'side', cell: ({ label }) => <LabelTag label={label} /> },
    { key: 'reason', header: t('outflow.reason'), cell: ({ reason }) => reason },
    { key: 'txid', header: t('payment.transaction'), priority: 'low', cell: ({ txid }) => <code>{short(txid)}</code> },
    {
      key: 'fee',
      header: t('outflow.fee'),
      align: 'end',
      cell: ({ fee_units, coin }) => (fee_units === null ? t('outflow.not_known') : coins(fee_units, coin)),
    },
    {
      key: 'at',
      header: t('outflow.recorded'),
      align: 'end',
      cell: ({ noted_at, mined_at }) => <Time at={mined_at ?? noted_at} />,
    },
  ];
}

/** Enough to recognise one; its page shows the full value. */
const short = (txid: string) => `${txid.slice(0, 10)}…${txid.slice(-6)}`;
