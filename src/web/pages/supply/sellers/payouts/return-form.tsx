import type { Payout, SellerPayment } from '#contracts/supply/payouts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';

/** Proposes that a paid payout came back, with what shows it. */
export function ReturnForm({ paid, idempotencyKey }: { paid: readonly Payout[]; idempotencyKey: string }) {
  const { t, money, day } = useI18n();
  return (
    <DecisionForm
      title={t('payout.return_title')}
      decisions={[
        { value: 'return', label: t('payout.return'), variant: 'secondary', effect: t('payout.return_effect') },
      ]}
      refused={useActionResult<RefusedDecision>()}
      idempotencyKey={idempotencyKey}
      fields={['evidence', 'returned_on']}
    >
      {(typed, errors) => (
        <>
          <Select name="payout_id" label={t('payout.returned_one')} defaultValue={typed.payout_id}>
            {paid.map(({ id, amount_cents, paid_at, reference }) => (
              <option key={id} value={id}>
                {`${money(amount_cents)}, ${day((paid_at ?? '').slice(0, 10))}, ${reference}`}
              </option>
            ))}
          </Select>
          <Field
            name="evidence"
            label={t('payout.evidence')}
            hint={t('payout.evidence_more')}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.evidence}
            errors={errors.evidence}
          />
          <Field
            name="returned_on"
            type="date"
            label={t('payout.returned_on')}
            defaultValue={typed.returned_on}
            errors={errors.returned_on}
          />
        </>
      )}
    </DecisionForm>
  );
}

interface JudgeProps {
  returned: SellerPayment['returned'][number];
  idempotencyKey: string;
}

/** Decides whether a paid payout came back. */
export function JudgeReturn({ returned, idempotencyKey }: JudgeProps) {
  const { t, money, day } = useI18n();
  return (
    <section className="stack" aria-labelledby="returned">
      <h2 id="returned">{t('payout.return_title')}</h2>
      <Facts
        facts={[
          { label: t('payout.amount'), value: money(returned.amount_cents) },
          { label: t('payout.evidence'), value: returned.evidence },
          { label: t('payout.returned_on'), value: day(returned.returned_on) },
          { label: t('admin.decide_reason'), value: returned.reason },
        ]}
      />
      <Judge proposal={returned} duty="payouts" idempotencyKey={idempotencyKey} rejects={t('payout.return_rejects')}>
        {() => (
          <>
            <input type="hidden" name="payout_id" value={returned.payout_id} />
            <input type="hidden" name="about" value="return" />
          </>
        )}
      </Judge>
    </section>
  );
}
