import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { decideOperator, getOperatorVersions, type Operator, proposeOperator } from '#contracts/office/tax.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OPERATOR_FIELDS, OperatorForm } from './operator-form.tsx';

export const handle = title('operator.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getOperatorVersions);
  return withPreserved({ ...data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const asked = field('decision');
  const decision = asked === 'approve' || asked === 'reject' ? asked : 'propose';
  const reason = field('reason');
  const typed = Object.fromEntries(OPERATOR_FIELDS.map((name) => [name, field(name).trim()])) as Record<
    (typeof OPERATOR_FIELDS)[number],
    string
  >;
  const values = { decision, reason, ...typed };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const outcome =
    decision === 'propose'
      ? await attempt(where, proposeOperator, {
          body: {
            ...typed,
            country: typed.country.toUpperCase(),
            vat_id: typed.vat_id || null,
            tax_number: typed.tax_number || null,
            reason,
          },
        })
      : await attempt(where, decideOperator, {
          body: {
            proposal_id: field('proposal_id'),
            decision: decision === 'approve' ? 'approved' : 'rejected',
            reason,
          },
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(`operator.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/operator')), { headers: { 'set-cookie': toast } });
}

export default function OperatorPage() {
  const { t } = useI18n();
  const { versions, proposal, key } = useLoaderData<typeof loader>();
  const [now, ...earlier] = versions;
  return (
    <>
      <PageHead title={t('operator.title')} lead={t('operator.lead')} />
      <LedgerPages />
      <div className="stack">
        {now ? <Data of={now} since={now.at} /> : <Alert tone="info">{t('operator.none')}</Alert>}
        {proposal ? (
          <section className="stack" aria-labelledby="proposed">
            <h2 id="proposed">{t('operator.proposed')}</h2>
            <Data of={proposal} reason={proposal.reason} />
            <Judge proposal={proposal} idempotencyKey={key} />
          </section>
        ) : (
          <OperatorForm now={now ?? null} idempotencyKey={key} />
        )}
        {earlier.length > 0 ? (
          <section className="stack" aria-labelledby="earlier">
            <h2 id="earlier">{t('operator.earlier')}</h2>
            {earlier.map((version) => (
              <Data key={version.at} of={version} since={version.at} />
            ))}
          </section>
        ) : null}
      </div>
    </>
  );
}

function Data({ of, since, reason }: { of: Operator; since?: string; reason?: string }) {
  const { t, country } = useI18n();
  return (
    <Facts
      facts={[
        since !== undefined && { label: t('operator.since'), value: <Time at={since} /> },
        { label: t('operator.legal_name'), value: of.legal_name },
        { label: t('document.address'), value: `${of.street}, ${of.postal_code} ${of.city}, ${country(of.country)}` },
        of.vat_id !== null && { label: t('operator.vat_id'), value: of.vat_id },
        of.tax_number !== null && { label: t('operator.tax_number'), value: of.tax_number },
        reason !== undefined && { label: t('admin.decide_reason'), value: reason },
      ]}
    />
  );
}
