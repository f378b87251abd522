import type { Operator } from '#contracts/office/tax.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

export const OPERATOR_FIELDS = [
  'legal_name',
  'street',
  'postal_code',
  'city',
  'country',
  'vat_id',
  'tax_number',
] as const;

/** Proposes the data of the operator, which begin with those in force. */
export function OperatorForm({ now, idempotencyKey }: { now: Operator | null; idempotencyKey: string }) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (!roles.includes('approver')) return <Alert tone="info">{t('operator.propose_duty')}</Alert>;
  return (
    <DecisionForm
      title={t('operator.propose')}
      decisions={[{ value: 'propose', label: t('operator.propose_action'), effect: t('operator.propose_more') }]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={OPERATOR_FIELDS}
    >
      {(typed, errors) =>
        OPERATOR_FIELDS.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`operator.${name}`)}
            hint={name === 'country' ? t('operator.country_more') : undefined}
            autoComplete="off"
            maxLength={name === 'country' ? 2 : 200}
            defaultValue={typed[name] ?? now?.[name] ?? ''}
            errors={errors[name]}
          />
        ))
      }
    </DecisionForm>
  );
}
