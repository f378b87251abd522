import type { TaxRates } from '#contracts/office/tax.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select, Textarea } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

interface Props extends Pick<TaxRates, 'programmes'> {
  idempotencyKey: string;
}

/** Proposes rates of countries, for all programmes or one. */
export function RatesForm({ programmes, idempotencyKey }: Props) {
  const { t, country } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (!roles.includes('approver')) return <Alert tone="info">{t('vat_rates.propose_duty')}</Alert>;
  return (
    <DecisionForm
      title={t('vat_rates.propose')}
      decisions={[{ value: 'propose', label: t('vat_rates.propose_action'), effect: t('vat_rates.propose_more') }]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={['rates', 'programme_id', 'valid_from']}
    >
      {(typed, errors) => (
        <>
          <Textarea
            name="rates"
            label={t('vat_rates.list')}
            hint={t('vat_rates.list_more')}
            rows={4}
            autoComplete="off"
            defaultValue={typed.rates}
            errors={errors.rates}
          />
          <Select
            name="programme_id"
            label={t('vat_rates.programme')}
            hint={t('vat_rates.programme_more')}
            defaultValue={typed.programme_id ?? ''}
            errors={errors.programme_id}
          >
            <option value="">{t('vat_rates.all_programmes')}</option>
            {programmes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}, {country(one.country)}
              </option>
            ))}
          </Select>
          <Field
            name="valid_from"
            type="date"
            label={t('vat_rates.valid_from')}
            defaultValue={typed.valid_from}
            errors={errors.valid_from}
          />
        </>
      )}
    </DecisionForm>
  );
}
