import { Form, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { percentField } from '#web/pages/supply/prices/percent.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

interface Props {
  batch: { discount_bp: number; follows_rate: boolean; programme: { currency: string } };
  idempotencyKey: string;
}

/** The rule that prices all unsold cards of the batch. */
export function PriceRule({ batch, idempotencyKey }: Props) {
  const { t, locale } = useI18n();
  const preserved = usePreservedForm();
  const refused = useActionResult<RefusedDecision>();
  const mine = refused?.values.decision === 'rule' ? refused : undefined;
  const typed = mine?.values ?? (preserved.decision === 'rule' ? preserved : undefined);
  const busy = useNavigation().formData?.get('decision') === 'rule';
  return (
    <Form method="post" className="panel stack" aria-labelledby="rule-title" noValidate>
      <h2 id="rule-title">{t('reseller.rule')}</h2>
      <FormErrors refusal={mine?.refusal} fields={['discount_bp']} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <Field
        name="discount"
        label={t('reseller.discount')}
        hint={t('reseller.discount_more')}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed?.discount ?? percentField(batch.discount_bp, locale)}
        errors={mine?.refusal.errors.discount_bp}
      />
      {batch.programme.currency === 'USD' ? null : (
        <Checkbox
          name="follows_rate"
          label={t('reseller.follows_rate')}
          hint={t('reseller.follows_rate_more')}
          defaultChecked={typed ? typed.follows_rate === 'on' : batch.follows_rate}
        />
      )}
      <p>
        <Button name="decision" value="rule" variant="secondary" busy={busy}>
          {t('reseller.price_all')}
        </Button>
      </p>
    </Form>
  );
}
