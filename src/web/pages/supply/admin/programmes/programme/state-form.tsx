import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { type Decision, DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';

interface Props {
  programme: ProgrammeFacts;
  idempotencyKey: string;
}

/** Suspend, resume or retire a programme, for approvers. */
export function StateForm({ programme: { state, suspension, proposal }, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mayDecide = useRootData()?.user?.roles.includes('approver');
  if (!mayDecide || (state !== 'active' && state !== 'suspended')) return null;
  const byGuard = suspension?.rule != null;
  const suspend: Decision = {
    value: 'suspend',
    variant: 'secondary' as const,
    label: t('programmes.suspend'),
    effect: t('programmes.suspend_effect'),
  };
  const resume: Decision = {
    value: 'resume',
    label: t(byGuard ? 'programmes.propose_resume' : 'programmes.resume'),
    effect: t(byGuard ? 'programmes.propose_resume_effect' : 'programmes.resume_effect'),
  };
  const retire: Decision = {
    value: 'retire',
    variant: 'danger' as const,
    label: t('programmes.retire'),
    effect: t('programmes.retire_effect'),
  };
  const change = state === 'active' ? [suspend] : proposal?.kind === 'resume' ? [] : [resume];
  return (
    <details className="quiet-details" open={refused?.values.decision ? true : undefined}>
      <summary>{t('programmes.change_state')}</summary>
      <DecisionForm
        title={t('programmes.change_state')}
        decisions={[...change, retire]}
        refused={refused}
        idempotencyKey={idempotencyKey}
      />
    </details>
  );
}
