import type { Payout } from '#contracts/supply/payouts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';

/** Records an approved payout as paid, with what left for it, or as failed. */
export function RecordForm({ payout, idempotencyKey }: { payout: Payout; idempotencyKey: string }) {
  const { t } = useI18n();
  const { kind } = payout.destination;
  return (
    <DecisionForm
      title={t('payout.record_title', { amount: { cents: payout.amount_cents } })}
      decisions={[
        { value: 'paid', label: t('payout.record'), effect: t('payout.record_effect') },
        { value: 'failed', label: t('payout.fail'), variant: 'danger', effect: t('payout.fail_effect') },
      ]}
      refused={useActionResult<RefusedDecision>()}
      idempotencyKey={idempotencyKey}
      fields={['currency', 'sent_units', 'fee_units', 'reference']}
    >
      {(typed, errors) => (
        <>
          <input type="hidden" name="payout_id" value={payout.id} />
          {kind === 'IBAN' ? (
            <Field
              name="currency"
              label={t('payout.currency')}
              hint={t('payout.currency_more')}
              maxLength={3}
              autoComplete="off"
              spellCheck={false}
              defaultValue={typed.currency ?? 'USD'}
              errors={errors.currency}
            />
          ) : (
            <input type="hidden" name="currency" value={kind} />
          )}
          <Field
            name="sent"
            label={kind === 'IBAN' ? t('payout.sent') : t('payout.sent_coin', { coin: kind })}
            hint={t('payout.sent_more')}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.sent}
            errors={errors.sent_units}
          />
          <Field
            name="fee"
            label={t('payout.fee')}
            hint={t('payout.fee_more')}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.fee}
            errors={errors.fee_units}
          />
          <Field
            name="reference"
            label={t('payout.reference')}
            hint={t('payout.reference_more')}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.reference}
            errors={errors.reference}
          />
        </>
      )}
    </DecisionForm>
  );
}
