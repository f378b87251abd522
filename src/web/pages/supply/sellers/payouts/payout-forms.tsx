import type { SellerPayment } from '#contracts/supply/payouts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

interface Props {
  payment: SellerPayment;
  roles: readonly string[];
  idempotencyKey: string;
}

/** Proposes, decides or records a payout, whichever comes next, or says what stands against it. */
export function PayoutForms({ payment, roles, idempotencyKey }: Props) {
  const { t, money } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const { proposal, obstacles, payable_cents, payouts } = payment;
  const recordable = payouts.find(({ state }) => state === 'approved') ?? payouts.find(({ state }) => state === 'paid');
  const mayPay = roles.includes('payouts');
  if (proposal) {
    return (
      <div className="stack">
        <Facts
          facts={[
            { label: t('payout.amount'), value: money(proposal.amount_cents) },
            { label: t('admin.decide_reason'), value: proposal.reason },
          ]}
        />
        <Judge proposal={proposal} duty="payouts" idempotencyKey={idempotencyKey}>
          {() => <input type="hidden" name="payout_id" value={proposal.payout_id} />}
        </Judge>
      </div>
    );
  }
  const failed = {
    value: 'failed',
    label: t('payout.fail'),
    variant: 'danger',
    effect: t('payout.fail_effect'),
  } as const;
  const paid = { value: 'paid', label: t('payout.record'), effect: t('payout.record_effect') };
  return (
    <div className="stack">
      {obstacles.map((obstacle) => (
        <Alert key={obstacle} tone={obstacle === 'minimum' || obstacle === 'open' ? 'info' : 'warn'}>
          {t(`payout.obstacle.${obstacle}`)}
        </Alert>
      ))}
      {mayPay && obstacles.length === 0 ? (
        <DecisionForm
          title={t('payout.propose_title')}
          decisions={[{ value: 'propose', label: t('payout.propose'), effect: t('payout.propose_effect') }]}
          refused={refused}
          idempotencyKey={idempotencyKey}
          fields={['amount_cents']}
        >
          {(typed, errors) => (
            <Field
              name="amount"
              label={t('payout.amount')}
              inputMode="decimal"
              autoComplete="off"
              hint={t('payout.amount_more', { available: { cents: payable_cents } })}
              defaultValue={typed.amount}
              errors={errors.amount_cents}
            />
          )}
        </DecisionForm>
      ) : null}
      {mayPay && recordable ? (
        <DecisionForm
          title={t('payout.record_title', { amount: { cents: recordable.amount_cents } })}
          decisions={recordable.state === 'approved' ? [paid, failed] : [failed]}
          refused={refused}
          idempotencyKey={idempotencyKey}
          fields={['reference']}
        >
          {(typed, errors) => (
            <>
              <input type="hidden" name="payout_id" value={recordable.id} />
              {recordable.state === 'approved' ? (
                <Field
                  name="reference"
                  label={t('payout.reference')}
                  hint={t('payout.reference_more')}
                  maxLength={120}
                  autoComplete="off"
                  defaultValue={typed.reference}
                  errors={errors.reference}
                />
              ) : null}
            </>
          )}
        </DecisionForm>
      ) : null}
      {mayPay ? null : <Alert tone="info">{t('auth.duty.payouts')}</Alert>}
    </div>
  );
}
