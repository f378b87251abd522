import { Form, useNavigation } from 'react-router';
import type { IssuerReports } from '#contracts/supply/issuers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Props {
  reports: IssuerReports;
  /** The programme takes reports. */
  open: boolean;
  has_adapter: boolean;
}

/** What the issuer reported of redeemed codes, when the next report is due, and where to hand it in. */
export function Reports({ reports: { expected, next_from, due_at, overdue, last }, open, has_adapter }: Props) {
  const { t, number, time } = useI18n();
  const roles = useRootData()?.user?.roles ?? [];
  return (
    <section className="panel stack" aria-labelledby="reports">
      <h2 id="reports">{t('reports.title')}</h2>
      <p className="muted">{t(has_adapter ? 'reports.lead_asked' : 'reports.lead')}</p>
      {overdue && due_at !== null ? <Alert tone="warn">{t('reports.due', { at: time(due_at) })}</Alert> : null}
      {last ? null : <p className="muted">{t(expected || has_adapter ? 'reports.none' : 'reports.none_needed')}</p>}
      <Facts
        facts={[
          last && {
            label: t('reports.covers'),
            value: t('reports.covers_value', { from: time(last.covers_from), until: time(last.covers_until) }),
          },
          last && { label: t('reports.listed'), value: number(last.listed) },
          last && { label: t('reports.unsold'), value: number(last.unsold) },
          last && {
            label: t('reports.uploaded'),
            value: t('reports.uploaded_value', { at: time(last.created_at), name: last.uploaded_by }),
          },
          due_at !== null && { label: t('reports.due_by'), value: <Time at={due_at} /> },
          next_from !== null && { label: t('reports.next_from'), value: <Time at={next_from} /> },
        ]}
      />
      {open && (roles.includes('importer') || roles.includes('approver')) ? <Upload /> : null}
    </section>
  );
}

function Upload() {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mine = refused?.values.decision === 'report' ? refused.refusal : undefined;
  const busy = useNavigation().formEncType === 'multipart/form-data';
  return (
    <Form method="post" encType="multipart/form-data" className="stack" noValidate>
      <FormErrors refusal={mine} fields={['report']} />
      <Field
        name="report"
        label={t('reports.file')}
        hint={t('reports.file_hint')}
        type="file"
        accept=".txt,text/plain"
        required
        errors={mine?.errors.report}
      />
      <p>
        <Button variant="secondary" busy={busy}>
          {t('reports.upload')}
        </Button>
      </p>
    </Form>
  );
}
