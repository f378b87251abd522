import { useNavigation } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { Outflow } from '#contracts/office/outflows.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import type { Selection } from '#web/ui/data/table.tsx';
import { LabelOptions } from './label-options.tsx';

/** Several outflows are selected and labelled at once; undefined for whoever may not say what they were for. */
export function useLabelSelection(): Selection<Outflow> | undefined {
  const { t, coins } = useI18n();
  const result = useActionResult<RefusedDecision>();
  const typed = { ...usePreservedForm(), ...result?.values };
  const busy = useNavigation().state === 'submitting';
  const roles = useRootData()?.user?.roles ?? [];
  if (!holdsDuty(roles, 'payouts', 'approver')) return undefined;
  const { errors } = result?.refusal ?? {};
  return {
    nameOf: ({ amount_units, coin, txid }) => `${coins(amount_units, coin)}, ${txid.slice(0, 10)}`,
    picked: typed.ids?.split(' '),
    actions: (
      <>
        <FormErrors refusal={result?.refusal} fields={['label', 'reason']} />
        <Select
          name="label"
          // The filter above has a field of this name, too.
          id="selected-label"
          label={t('outflow.label')}
          defaultValue={typed.label ?? ''}
          errors={errors?.label}
        >
          <LabelOptions now={null} />
        </Select>
        <Field
          name="reason"
          id="selected-reason"
          label={t('outflow.reason')}
          hint={t('outflow.reason_more')}
          maxLength={500}
          autoComplete="off"
          defaultValue={typed.reason ?? ''}
          errors={errors?.reason}
        />
        <Button busy={busy}>{t('outflow.label_action')}</Button>
      </>
    ),
  };
}
