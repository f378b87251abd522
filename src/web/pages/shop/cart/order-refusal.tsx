import { href } from 'react-router';
import { useCurrentErrors } from '#web/forms/clear-errors.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Why an order was not placed and, if funds are short, how to add them. */
export function OrderRefusal({ refusal: refused }: { refusal: Refusal }) {
  const { t, formatMessage } = useI18n();
  const refusal = useCurrentErrors(refused.toasted ? undefined : refused);
  if (!refusal) return null;
  const missing_cents = Number(refusal.errors.missing_cents?.[0] ?? 0);
  return (
    <Alert tone="bad">
      <p>{formatMessage(refusal.message)}</p>
      {missing_cents > 0 ? (
        <Link to={`${href('/billing')}?amount=${dollarsField(missing_cents)}`}>{t('cart.add_missing')}</Link>
      ) : null}
    </Alert>
  );
}
