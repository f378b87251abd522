import type { BatchState } from '#contracts/supply/batches.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Decision, DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

interface Props {
  state: BatchState;
  braked: boolean;
  mayBrake: boolean;
  idempotencyKey: string;
}

const POSSIBLE: Partial<Record<BatchState, readonly string[]>> = {
  approved: ['pause', 'withdraw'],
  paused: ['resume', 'withdraw'],
  withdrawn: ['release'],
};

/** Pausing, resuming and withdrawing, as far as the batch's state allows it. */
export function Brakes({ state, braked, mayBrake, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  if (state === 'withdrawn' && !(braked && mayBrake)) return <Alert tone="info">{t('reseller.is_withdrawn')}</Alert>;
  if (!mayBrake) return state === 'paused' ? <Alert tone="warn">{t('reseller.is_paused')}</Alert> : null;
  const decisions: Decision[] = [
    { value: 'pause', label: t('reseller.pause'), variant: 'secondary', effect: t('reseller.pause_effect') },
    { value: 'resume', label: t('reseller.resume'), effect: t('reseller.resume_effect') },
    { value: 'withdraw', label: t('reseller.withdraw'), variant: 'danger', effect: t('reseller.withdraw_effect') },
    { value: 'release', label: t('reseller.release'), effect: t('reseller.release_effect') },
  ];
  const possible = POSSIBLE[state] ?? ['withdraw'];
  return (
    <DecisionForm
      title={t('reseller.brakes')}
      decisions={decisions.filter(({ value }) => possible.includes(value))}
      refused={refused}
      idempotencyKey={idempotencyKey}
    />
  );
}
