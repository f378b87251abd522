import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import {
  decideEarlierOutflows,
  type EarlierOutflows,
  getEarlierOutflows,
  proposeEarlierOutflows,
} from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('outflows.earlier_title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getEarlierOutflows);
  return withPreserved({ ...data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { decision: field('decision'), reason: field('reason') };
  const { decision, reason } = values;
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const outcome =
    decision === 'propose'
      ? await attempt(where, proposeEarlierOutflows, { body: { reason } })
      : await attempt(where, decideEarlierOutflows, {
          body: {
            proposal_id: field('proposal_id'),
            decision: decision === 'approve' ? 'approved' : 'rejected',
            reason,
          },
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const title =
    decision === 'propose'
      ? message('outflows.earlier_proposed')
      : message(decision === 'approve' ? 'approvals.decided.approve' : 'approvals.decided.reject');
  const said = flash({ type: 'success', title, content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/outflows/earlier')), { headers: { 'set-cookie': said } });
}

/** What left before somebody wrote down what for: one decision of two people about all of it. */
export default function EarlierOutflowsPage() {
  const { t, number, coins } = useI18n();
  const { total, sums } = useLoaderData<typeof loader>();
  const columns: Column<EarlierOutflows['sums'][number]>[] = [
    { key: 'coin', header: t('payment.coin'), priority: 'lead', cell: ({ coin }) => coin },
    {
      key: 'transactions',
      header: t('outflows.transactions'),
      align: 'end',
      cell: ({ transactions }) => number(transactions),
    },
    { key: 'units', header: t('outflow.amount'), align: 'end', cell: ({ units, coin }) => coins(units, coin) },
  ];
  const here = sums.reduce((sum, { transactions }) => sum + transactions, 0);
  return (
    <>
      <PageHead title={t('outflows.earlier_title')} lead={t('outflows.earlier_lead')}>
        <Link to={href('/admin/ledger/outflows')}>{t('outflows.title')}</Link>
      </PageHead>
      <LedgerPages />
      <div className="stack">
        <Table
          caption={t('outflows.earlier_title')}
          columns={columns}
          rows={sums}
          keyOf={({ coin }) => coin}
          empty={<Empty title={t('outflows.earlier_none')} />}
        />
        {total > here ? <Alert tone="info">{t('outflows.earlier_more', { here, total })}</Alert> : null}
        <Forms />
      </div>
    </>
  );
}

function Forms() {
  const { t } = useI18n();
  const { total, proposal, key } = useLoaderData<typeof loader>();
  const refusedForm = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (proposal) {
    return (
      <div className="stack">
        <Facts facts={[{ label: t('admin.decide_reason'), value: proposal.reason }]} />
        {proposal.fits ? null : <Alert tone="warn">{t('outflows.earlier_changed')}</Alert>}
        <Judge needsReason proposal={proposal} idempotencyKey={key} />
      </div>
    );
  }
  if (total === 0) return null;
  if (!holdsDuty(roles, 'payouts', 'approver')) return <Alert tone="info">{t('outflow.duty')}</Alert>;
  return (
    <DecisionForm
      title={t('outflows.earlier_propose')}
      decisions={[{ value: 'propose', label: t('outflows.earlier_action'), effect: t('outflows.earlier_effect') }]}
      refused={refusedForm}
      idempotencyKey={key}
    />
  );
}
