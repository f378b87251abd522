import type { TopUpReturn } from '#contracts/coins/top-up-returns.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { JudgeReversal, ReversalForm } from './reversal-forms.tsx';

interface Props {
  one: TopUpReturn;
  idempotencyKey: string;
}

/** Proposes, decides or records, whichever comes next. */
export function ReturnForms({ one, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mayPay = useRootData()?.user?.roles.includes('payouts');
  const { proposal, reversal, state, obstacles } = one;
  if (reversal) return <JudgeReversal reversal={reversal} idempotencyKey={idempotencyKey} />;
  if (proposal) {
    return (
      <div className="stack">
        <Facts facts={[{ label: t('admin.decide_reason'), value: proposal.reason }]} />
        <Judge
          proposal={proposal}
          duty="payouts"
          rejects={t('top_up_return.fail_effect')}
          idempotencyKey={idempotencyKey}
        />
      </div>
    );
  }
  if (!['asked', 'approved', 'paid'].includes(state)) return null;
  if (!mayPay) return <Alert tone="info">{t('auth.duty.payouts')}</Alert>;
  if (state === 'paid') return <ReversalForm idempotencyKey={idempotencyKey} />;
  const failed = {
    value: 'failed',
    label: t('top_up_return.fail'),
    variant: 'danger',
    effect: t('top_up_return.fail_effect'),
  } as const;
  const proposes = { value: 'propose', label: t('top_up_return.propose'), effect: t('top_up_return.propose_effect') };
  const paid = { value: 'paid', label: t('top_up_return.record'), effect: t('top_up_return.record_effect') };
  const first = { asked: obstacles.length === 0 ? [proposes] : [], approved: [paid] };
  return (
    <DecisionForm
      title={t('top_up_return.record_title')}
      decisions={[...first[state as keyof typeof first], failed]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={['txid']}
    >
      {(typed, errors) =>
        state === 'approved' ? (
          <Field
            name="txid"
            label={t('top_up_return.txid')}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={66}
            spellCheck={false}
            defaultValue={typed.txid}
            errors={errors.txid}
          />
        ) : null
      }
    </DecisionForm>
  );
}
