import type { TopUpReturn } from '#contracts/coins/top-up-returns.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';

/** Proposes that what was sent came back, with what shows it. */
export function ReversalForm({ idempotencyKey }: { idempotencyKey: string }) {
  const { t } = useI18n();
  return (
    <DecisionForm
      title={t('top_up_return.reversal_title')}
      decisions={[
        {
          value: 'reversal',
          label: t('payout.return'),
          variant: 'secondary',
          effect: t('top_up_return.reversal_effect'),
        },
      ]}
      refused={useActionResult<RefusedDecision>()}
      idempotencyKey={idempotencyKey}
      fields={['evidence', 'returned_on']}
    >
      {(typed, errors) => (
        <>
          <Field
            name="evidence"
            label={t('payout.evidence')}
            hint={t('top_up_return.evidence_more')}
            maxLength={120}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={typed.evidence}
            errors={errors.evidence}
          />
          <Field
            name="returned_on"
            type="date"
            label={t('payout.returned_on')}
            required
            defaultValue={typed.returned_on}
            errors={errors.returned_on}
          />
        </>
      )}
    </DecisionForm>
  );
}

interface JudgeProps {
  reversal: NonNullable<TopUpReturn['reversal']>;
  idempotencyKey: string;
}

/** Decides whether what was sent came back. */
export function JudgeReversal({ reversal, idempotencyKey }: JudgeProps) {
  const { t, day } = useI18n();
  return (
    <section className="stack" aria-labelledby="reversal">
      <h2 id="reversal">{t('top_up_return.reversal_title')}</h2>
      <Facts
        facts={[
          { label: t('payout.evidence'), value: reversal.evidence },
          { label: t('payout.returned_on'), value: day(reversal.returned_on) },
          { label: t('admin.decide_reason'), value: reversal.reason },
        ]}
      />
      <Judge
        proposal={reversal}
        duty="payouts"
        idempotencyKey={idempotencyKey}
        rejects={t('top_up_return.reversal_rejects')}
      >
        {() => <input type="hidden" name="about" value="reversal" />}
      </Judge>
    </section>
  );
}
