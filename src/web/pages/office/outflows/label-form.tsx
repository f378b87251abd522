import { Form, useNavigation } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { OutflowLabel } from '#contracts/office/outflows.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Select, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { LabelOptions } from './label-options.tsx';

/** Says what an outflow was for; the label that counts is selected. */
export function LabelForm({ label, reason }: { label: OutflowLabel | null; reason: string | null }) {
  const { t } = useI18n();
  const result = useActionResult<RefusedDecision>();
  const typed = { ...usePreservedForm(), ...result?.values };
  const busy = useNavigation().state === 'submitting';
  const roles = useRootData()?.user?.roles ?? [];
  if (!holdsDuty(roles, 'payouts', 'approver')) return <Alert tone="info">{t('outflow.duty')}</Alert>;
  const { errors } = result?.refusal ?? {};
  return (
    <Form method="post" className="panel stack" aria-labelledby="label-form" noValidate>
      <h2 id="label-form">{t('outflow.label')}</h2>
      <FormErrors refusal={result?.refusal} fields={['label', 'reason']} />
      <Select
        name="label"
        label={t('outflow.label')}
        hint={t('outflow.label_more')}
        defaultValue={typed.label ?? label ?? ''}
        errors={errors?.label}
      >
        <LabelOptions now={label} />
      </Select>
      <Textarea
        name="reason"
        label={t('outflow.reason')}
        hint={t('outflow.reason_more')}
        rows={2}
        maxLength={500}
        autoComplete="off"
        defaultValue={typed.reason ?? reason ?? ''}
        errors={errors?.reason}
      />
      <div>
        <Button busy={busy}>{t('outflow.label_action')}</Button>
      </div>
    </Form>
  );
}
