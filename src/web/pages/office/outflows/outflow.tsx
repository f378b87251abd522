import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type GivenLabel, getOutflow, labelOutflow, type OutflowDetails } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { LabelForm } from './label-form.tsx';
import { LabelTag } from './label-tag.tsx';

export const handle = title('outflow.of', ({ outflow }: { outflow: OutflowDetails }) => ({
  amount: { units: outflow.amount_units, coin: outflow.coin },
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getOutflow, { params: { id: where.params.id ?? '' } });
  return withPreserved({ outflow: data }, where);
}

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { label: field('label'), reason: field('reason') };
  const body = { label: values.label as GivenLabel, reason: values.reason.trim() || null };
  const outcome = await attempt({ context, url, preserve: values }, labelOutflow, { params: { id }, body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('outflow.labelled'), content: '' });
  return redirect(href('/admin/ledger/outflows/:id', { id }), { headers: { 'set-cookie': said } });
}

export default function OutflowPage() {
  const { t, coins } = useI18n();
  const { outflow } = useLoaderData<typeof loader>();
  const { coin, amount_units, fee_units, label, reason, mined_at, noted_at } = outflow;
  return (
    <>
      <PageHead title={t('outflow.of', { amount: coins(amount_units, coin) })}>
        <SectionLink to={href('/admin/ledger/outflows')}>{t('outflows.title')}</SectionLink>
      </PageHead>
      <LedgerPages />
      <div className="columns">
        <section className="panel stack" aria-label={t('outflow.title')}>
          <p>
            <LabelTag label={label} />
          </p>
          <Facts
            facts={[
              { label: t('outflow.amount'), value: coins(amount_units, coin) },
              {
                label: t('outflow.fee'),
                value: fee_units === null ? t('outflow.not_known') : coins(fee_units, coin),
              },
              { label: t('outflow.block'), value: outflow.height },
              { label: t('outflow.recorded'), value: <Time at={mined_at ?? noted_at} /> },
            ]}
          />
          <Copyable label={t('payment.transaction')} value={outflow.txid} />
          <Records />
        </section>
        <LabelForm key={outflow.labels[0]?.id} label={label} reason={reason} />
      </div>
      <div className="stack">
        <Paid />
        <Taken />
        <History />
      </div>
    </>
  );
}

function Records() {
  const { t, money } = useI18n();
  const { records } = useLoaderData<typeof loader>().outflow;
  if (records.length === 0) return null;
  const pageOf = ({ kind, id, seller_id }: OutflowDetails['records'][number]) =>
    kind === 'refund'
      ? href('/admin/top-up-returns/:id', { id })
      : href('/reseller/sellers/:id/payouts', { id: seller_id ?? '' });
  return (
    <section aria-labelledby="records">
      <h2 id="records">{t('outflow.records')}</h2>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <SectionLink to={pageOf(record)}>
              {t('outflow.record', { kind: record.kind, amount: money(record.amount_cents) })}
            </SectionLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PaidRow = NonNullable<OutflowDetails['paid']>[number];

function Paid() {
  const { t, coins } = useI18n();
  const { paid, coin, mined_at } = useLoaderData<typeof loader>().outflow;
  const columns: Column<PaidRow>[] = [
    { key: 'address', header: t('outflow.address'), priority: 'lead', cell: ({ address }) => <code>{address}</code> },
    {
      key: 'whose',
      header: t('outflow.whose_header'),
      cell: ({ whose }) => <Tag tone={whose === 'other' ? 'warn' : 'plain'}>{t('outflow.whose', { whose })}</Tag>,
    },
    { key: 'units', header: t('ledger.amount'), align: 'end', cell: ({ units }) => coins(units, coin) },
  ];
  return (
    <section className="stack" aria-labelledby="paid">
      <h2 id="paid">{t('outflow.paid')}</h2>
      {paid === null ? (
        <p className="muted">{t(mined_at === null ? 'outflow.not_read' : 'outflow.hidden')}</p>
      ) : (
        <Table
          caption={t('outflow.paid')}
          columns={columns}
          rows={paid}
          keyOf={({ address, units }) => `${address} ${units}`}
          empty={<p className="muted">{t('outflow.paid_nothing')}</p>}
        />
      )}
    </section>
  );
}

function Taken() {
  const { t, coins } = useI18n();
  const { taken, coin } = useLoaderData<typeof loader>().outflow;
  const columns: Column<(typeof taken)[number]>[] = [
    { key: 'address', header: t('outflow.address'), priority: 'lead', cell: ({ address }) => <code>{address}</code> },
    { key: 'units', header: t('ledger.amount'), align: 'end', cell: ({ units }) => coins(units, coin) },
  ];
  return (
    <section className="stack" aria-labelledby="taken">
      <h2 id="taken">{t('outflow.taken')}</h2>
      <Table
        caption={t('outflow.taken')}
        columns={columns}
        rows={taken}
        keyOf={({ address }) => address}
        empty={null}
      />
    </section>
  );
}

function History() {
  const { t } = useI18n();
  const { labels } = useLoaderData<typeof loader>().outflow;
  const columns: Column<(typeof labels)[number]>[] = [
    { key: 'label', header: t('outflow.label'), priority: 'lead', cell: ({ label }) => <LabelTag label={label} /> },
    { key: 'reason', header: t('outflow.reason'), cell: ({ reason }) => reason },
    { key: 'by', header: t('outflow.by'), cell: ({ by }) => by ?? t('outflow.by_shop') },
    { key: 'at', header: t('outflow.labelled_at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <section className="stack" aria-labelledby="labels">
      <h2 id="labels">{t('outflow.history')}</h2>
      <Table
        caption={t('outflow.history')}
        columns={columns}
        rows={labels}
        keyOf={({ id }) => id}
        empty={<p className="muted">{t('outflow.no_labels')}</p>}
      />
    </section>
  );
}
