import type { SellerPayment } from '#contracts/supply/payouts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { RecordForm } from './record-form.tsx';
import { JudgeReturn, ReturnForm } from './return-form.tsx';

interface Props {
  payment: SellerPayment;
  roles: readonly string[];
  idempotencyKey: string;
}

/** Proposes, decides or records a payout or its way back, whichever comes next, or says what stands against it. */
export function PayoutForms({ payment, roles, idempotencyKey }: Props) {
  const { t, money } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const { proposal, returned, obstacles, payable_cents, payouts } = payment;
  const recordable = payouts.find(({ state }) => state === 'approved');
  const paid = payouts.filter(({ state }) => state === 'paid');
  const mayPay = roles.includes('payouts');
  // One decision after the other: what came back is owed again, and could be paid.
  const [first] = returned;
  if (first) return <JudgeReturn returned={first} idempotencyKey={idempotencyKey} />;
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
      {mayPay && recordable ? <RecordForm payout={recordable} idempotencyKey={idempotencyKey} /> : null}
      {mayPay && paid.length > 0 ? <ReturnForm paid={paid} idempotencyKey={idempotencyKey} /> : null}
      {mayPay ? null : <Alert tone="info">{t('auth.duty.payouts')}</Alert>}
    </div>
  );
}
