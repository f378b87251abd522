import { href } from 'react-router';
import type { SellerDetail } from '#contracts/supply/sellers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Props {
  waits: NonNullable<SellerDetail['share_waits']>;
  roles: readonly string[];
  idempotencyKey: string;
}

/** Why a seller's share waits, with the way on for whoever may release it. */
export function ShareWaits({ waits: { since, cards, percent }, roles, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const why = (
    <Alert tone="warn">
      {t('seller.share_waits', { at: { at: since }, cards, percent })}{' '}
      <Link to={href('/admin/alerts')}>{t('alerts.title')}</Link>
    </Alert>
  );
  if (!roles.includes('approver')) return why;
  return (
    <DecisionForm
      title={t('seller.share_title')}
      decisions={[
        { value: 'release-share', label: t('seller.release_share'), effect: t('seller.release_share_effect') },
      ]}
      refused={refused}
      idempotencyKey={idempotencyKey}
    >
      {() => why}
    </DecisionForm>
  );
}
