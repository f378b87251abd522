import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { closeMonth, daysOfMonth, decideReopening, getMonth, proposeReopening } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Downloads } from './month/downloads.tsx';
import { MonthForms } from './month/month-forms.tsx';
import { MonthTag } from './month/month-tag.tsx';

export const handle = title('month.of', ({ month }: { month: { month: string } }) => ({
  month: { month: month.month },
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getMonth, { params: { month: where.params.id ?? '' } });
  return withPreserved({ month: data, days: daysOfMonth(data.month), key: crypto.randomUUID() }, where);
}

const decisions = ['close', 'propose', 'approve', 'reject'] as const;

export async function action({ request, context, url, params: { id: month = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const decision = decisions.find((one) => one === field('decision')) ?? 'close';
  const values = { decision, reason: field('reason') };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const { reason } = values;
  const body = {
    proposal_id: field('proposal_id'),
    decision: decision === 'approve' ? 'approved' : 'rejected',
    reason,
  } as const;
  const outcome =
    decision === 'close'
      ? await attempt(where, closeMonth, { params: { month } })
      : decision === 'propose'
        ? await attempt(where, proposeReopening, { params: { month }, body: { reason } })
        : await attempt(where, decideReopening, { params: { month }, body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(`month.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/months/:id', { id: month })), {
    headers: { 'set-cookie': toast },
  });
}

export default function Month() {
  const { t, number } = useI18n();
  const { month, days, key } = useLoaderData<typeof loader>();
  const { closing, proposal } = month;
  return (
    <>
      <PageHead title={t('month.of', { month: { month: month.month } })} lead={t('month.lead')}>
        <Link to={href('/admin/ledger/months')}>{t('months.title')}</Link>
      </PageHead>
      <LedgerPages />
      <div className="columns">
        <div className="stack">
          <section className="panel stack" aria-label={t('month.state')}>
            <Facts
              facts={[
                { label: t('month.state'), value: <MonthTag state={month.state} /> },
                closing && { label: t('month.closed_by'), value: closing.by },
                closing && { label: t('month.closed_at'), value: <Time at={closing.at} /> },
                closing && { label: t('ledger.transfers'), value: number(closing.transfers) },
                proposal && { label: t('admin.decide_reason'), value: proposal.reason },
              ]}
            />
            <p>
              <Link to={`${href('/admin/ledger/trial-balance')}?${new URLSearchParams(days)}`}>
                {t('trial_balance.title')}
              </Link>
            </p>
          </section>
          <Downloads month={month.month} />
        </div>
        <div className="stack">
          <MonthForms month={month} idempotencyKey={key} />
        </div>
      </div>
    </>
  );
}
