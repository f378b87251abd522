import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { approveBatch, rejectBatch } from '#contracts/batches.ts';
import { getBatch } from '#contracts/stock.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/admin/approvals/parts/judge.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('approvals.of_batch');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getBatch, { params: { id: where.params.id ?? '' } });
  return withPreserved({ batch: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const decision = field('decision') === 'reject' ? 'reject' : 'approve';
  const values = { reason: field('reason'), decision };
  const body = { proposal_id: field('proposal_id'), reason: values.reason };
  const outcome = await attempt(
    { context, url, preserve: values },
    decision === 'approve' ? approveBatch : rejectBatch,
    { params: { id }, body },
  );
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(`approvals.decided.${decision}`), content: '' });
  return redirect(href('/reseller/base/:id', { id }), { headers: { 'set-cookie': toast } });
}

export default function AdminBatch() {
  const { t } = useI18n();
  const { batch, key } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={batch.name} lead={t('approvals.batch_lead')}>
        <Link to={href('/reseller/import/:id', { id: batch.id })}>{t('imports.title')}</Link>
        <Link to={href('/admin/approvals')}>{t('approvals.title')}</Link>
      </PageHead>
      <div className="columns">
        <Batch />
        <Judge proposal={batch.proposal} idempotencyKey={key} />
      </div>
    </>
  );
}

function Batch() {
  const { t, money, face, number, day } = useI18n();
  const { batch } = useLoaderData<typeof loader>();
  const { cards, programme } = batch;
  return (
    <section className="panel stack" aria-label={t('approvals.of_batch')}>
      <p>
        <Tag tone={batch.state === 'approved' ? 'good' : 'warn'}>{t(`batch.state.${batch.state}`)}</Tag>
      </p>
      <Facts
        facts={[
          {
            label: t('approvals.of_programme'),
            value: <Link to={href('/admin/programmes/:id', { id: programme.id })}>{programme.name}</Link>,
          },
          { label: t('approvals.supplier'), value: batch.supplier },
          {
            label: t('approvals.invoice'),
            value: t('approvals.invoice_of', { reference: batch.invoice_reference, date: day(batch.invoice_date) }),
          },
          { label: t('approvals.cards'), value: number(cards.total) },
          { label: t('approvals.confirmed'), value: number(cards.confirmed) },
          cards.quarantined > 0 && { label: t('approvals.quarantined'), value: number(cards.quarantined) },
          { label: t('approvals.face_total'), value: face(cards.face_cents, programme.currency) },
          programme.currency !== 'USD' && {
            label: t('approvals.exchange_rate'),
            value: t('approvals.exchange_rate_value', {
              currency: programme.currency,
              dollars: number(batch.usd_rate_micro / 10_000),
            }),
          },
          { label: t('approvals.price_total'), value: money(cards.price_cents) },
          {
            label: t('approvals.discount'),
            value: t('approvals.discount_value', { percent: number(batch.discount_bp / 100) }),
          },
          { label: t('approvals.opened_by'), value: batch.created_by.username },
          batch.imported_by && { label: t('approvals.imported_by'), value: batch.imported_by.username },
          { label: t('admin.since'), value: <Time at={batch.created_at} /> },
        ]}
      />
      {batch.evidence_sha256 ? <Copyable label={t('approvals.evidence')} value={batch.evidence_sha256} brief /> : null}
      {batch.file_sha256 ? <Copyable label={t('approvals.file')} value={batch.file_sha256} brief /> : null}
    </section>
  );
}
