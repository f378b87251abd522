import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import type { Waiting } from './read-waiting.ts';

/** Says, where orders or payments are listed, that cards wait to be bought, and leads to their payment. */
export function WaitingNote({ waiting }: { waiting: Waiting | null }) {
  const { t } = useI18n();
  if (!waiting) return null;
  const { id, number, count, total_cents } = waiting;
  return (
    <Alert>
      <p>{t('attention.purchase', { count, total: { cents: total_cents } })}</p>
      <Link to={href('/billing/:id', { id })}>{t('purchase.see_payment', { number: String(number) })}</Link>
    </Alert>
  );
}
