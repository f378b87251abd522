import { Form, useNavigation } from 'react-router';
import type { MonthState } from '#contracts/office/periods.ts';
import type { OpenProposal } from '#contracts/oversight/four-eyes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

interface Props {
  month: MonthState & { proposal: OpenProposal | null };
  idempotencyKey: string;
}

/** What this person can do about a month: close it, or propose or decide to reopen it. */
export function MonthForms({ month: { state, next, last, proposal }, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (proposal) return <Judge proposal={proposal} idempotencyKey={idempotencyKey} />;
  if (state === 'running') return <Alert tone="info">{t('month.running')}</Alert>;
  if (state === 'open' && !next) return <Alert tone="info">{t('month.not_next')}</Alert>;
  if (state === 'closed' && !last) return <Alert tone="info">{t('month.not_last')}</Alert>;
  if (!roles.includes('approver')) return <Alert tone="info">{t('month.duty')}</Alert>;
  if (state === 'open') return <Close />;
  return (
    <DecisionForm
      title={t('month.reopen')}
      decisions={[
        { value: 'propose', label: t('month.reopen_action'), variant: 'secondary', effect: t('month.reopen_more') },
      ]}
      refused={refused}
      idempotencyKey={idempotencyKey}
    />
  );
}

function Close() {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="panel stack">
      <h2>{t('month.close')}</h2>
      <FormErrors refusal={useActionResult<RefusedDecision>()?.refusal} />
      <p className="muted">{t('month.close_more')}</p>
      <div>
        <Button name="decision" value="close" busy={busy}>
          {t('month.close')}
        </Button>
      </div>
    </Form>
  );
}
