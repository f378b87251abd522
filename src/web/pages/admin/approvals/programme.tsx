import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { approveProgramme, getProgramme, rejectProgramme } from '#contracts/programmes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Judge } from './parts/judge.tsx';

export const handle = title('approvals.of_programme');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getProgramme, { params: { id: where.params.id ?? '' } });
  return withPreserved({ programme: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const decision = field('decision') === 'reject' ? 'reject' : 'approve';
  const values = { reason: field('reason'), fingerprint_end: field('fingerprint_end'), decision };
  const where = { context, url, preserve: values };
  const body = { proposal_id: field('proposal_id'), reason: values.reason };
  const outcome =
    decision === 'approve'
      ? await attempt(where, approveProgramme, {
          params: { id },
          body: { ...body, fingerprint_end: values.fingerprint_end },
        })
      : await attempt(where, rejectProgramme, { params: { id }, body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const { state } = outcome.reply.data;
  const said = decision === 'approve' && state === 'proposed' ? 'first' : decision;
  const toast = flash({ type: 'success', title: message(`approvals.decided.${said}`), content: '' });
  return redirect(href('/admin/programmes/:id', { id }), { headers: { 'set-cookie': toast } });
}

export default function AdminProgramme() {
  const { t } = useI18n();
  const { programme, key } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={programme.name} lead={t('approvals.programme_lead')}>
        <Link to={href('/admin/approvals')}>{t('approvals.title')}</Link>
      </PageHead>
      <div className="columns">
        <Programme />
        <Judge proposal={programme.proposal} idempotencyKey={key} fields={['fingerprint_end']}>
          {(typed, errors) => (
            <Field
              name="fingerprint_end"
              label={t('approvals.fingerprint')}
              hint={t('approvals.fingerprint_more')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={8}
              defaultValue={typed.fingerprint_end}
              errors={errors.fingerprint_end}
            />
          )}
        </Judge>
      </div>
    </>
  );
}

function Programme() {
  const { t, country, face } = useI18n();
  const { programme } = useLoaderData<typeof loader>();
  const faces = programme.face_values_cents.map((cents) => face(cents, programme.currency));
  return (
    <section className="panel stack" aria-label={t('approvals.of_programme')}>
      <p>
        <Tag tone={programme.state === 'active' ? 'good' : 'warn'}>{t(`approvals.state.${programme.state}`)}</Tag>
      </p>
      <Facts
        facts={[
          { label: t('approvals.issuer'), value: `${programme.issuer_name}, ${country(programme.issuer_country)}` },
          { label: t('approvals.registration'), value: programme.registration_ref },
          {
            label: t('approvals.terms'),
            value: (
              <a href={programme.terms_url} rel="noreferrer" target="_blank">
                {programme.terms_url}
              </a>
            ),
          },
          { label: t('approvals.network'), value: t(`approvals.network.${programme.network}`) },
          { label: t('approvals.country'), value: country(programme.country) },
          { label: t('approvals.level'), value: programme.level },
          { label: t('approvals.faces'), value: faces.join(', ') },
          { label: t('approvals.code'), value: <code>{programme.code_mask}</code> },
          programme.pin_mask !== null && { label: t('approvals.pin'), value: <code>{programme.pin_mask}</code> },
          { label: t('approvals.voucher'), value: t(`approvals.voucher.${programme.voucher_kind}`) },
          { label: t('approvals.expiry'), value: programme.expiry_policy },
          {
            label: t('approvals.funds'),
            value: programme.funds ? (
              <FundsTerms funds={programme.funds} currency={programme.currency} />
            ) : (
              t('approvals.funds_undeclared')
            ),
          },
          { label: t('approvals.redemption'), value: programme.redemption_text },
          { label: t('admin.since'), value: <Time at={programme.created_at} /> },
        ]}
      />
      <Copyable label={t('approvals.contract')} value={programme.evidence_sha256} brief />
    </section>
  );
}
