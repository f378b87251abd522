import type { OpenProposal } from '#contracts/oversight/four-eyes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

interface Props extends Pick<Parameters<typeof DecisionForm>[0], 'fields' | 'children' | 'idempotencyKey'> {
  proposal: OpenProposal | null;
  /** The duty that it takes. */
  duty?: 'approver' | 'payouts' | 'publisher';
  /** Whether an approval says why, too. */
  needsReason?: boolean;
  /** What a rejection does, where it does something. */
  rejects?: string;
}

/** What this user can do about an open proposal: approve or reject it, or who has to. */
export function Judge({
  proposal,
  duty = 'approver',
  needsReason,
  rejects,
  idempotencyKey,
  fields = [],
  children,
}: Props) {
  const { t } = useI18n();
  const me = useRootData()?.user;
  const refused = useActionResult<RefusedDecision>();
  if (!proposal) return <Alert tone="info">{t('approvals.none_open_here')}</Alert>;
  const { proposer, own, approved_by, approvals_needed } = proposal;
  const mine = approved_by.includes(me?.username ?? '');
  const mayDecide = !own && !mine && me?.roles.includes(duty);
  return (
    <div className="stack">
      <p className="muted">{t('approvals.by', { name: proposer.username })}</p>
      {approvals_needed > 1 ? (
        <Alert tone="info">
          {approved_by.length > 0
            ? t('approvals.one_of_two', { name: approved_by.join(', ') })
            : t('approvals.takes_two')}
        </Alert>
      ) : null}
      {own ? <Alert tone="info">{t('approvals.not_own')}</Alert> : null}
      {!own && !mine && !mayDecide ? (
        <Alert tone="info">{t(duty === 'approver' ? 'approvals.duty' : `auth.duty.${duty}`)}</Alert>
      ) : null}
      {mayDecide ? (
        <DecisionForm
          title={t('approvals.decide')}
          decisions={[
            { value: 'approve', label: t('approvals.approve'), effect: t('approvals.approve_effect') },
            {
              value: 'reject',
              label: t('approvals.reject'),
              variant: 'secondary',
              effect: rejects ?? t('approvals.reject_effect'),
            },
          ]}
          refused={refused}
          decides={['approvals']}
          idempotencyKey={idempotencyKey}
          fields={fields}
          optionalReason={needsReason ? undefined : t('approvals.reason_optional')}
        >
          {(typed, errors) => (
            <>
              <input type="hidden" name="proposal_id" value={proposal.id} />
              {children?.(typed, errors)}
            </>
          )}
        </DecisionForm>
      ) : null}
    </div>
  );
}
