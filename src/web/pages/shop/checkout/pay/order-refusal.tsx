import { href } from 'react-router';
import { useCurrentErrors } from '#web/forms/clear-errors.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Why an order was not placed, and what helps: funds as far as there is room for them, waiting, a higher tier. */
export function OrderRefusal({ refusal: refused }: { refusal: Refusal }) {
  const { t, formatMessage } = useI18n();
  const refusal = useCurrentErrors(refused.toasted ? undefined : refused);
  if (!refusal) return null;
  const { missing_cents, room_cents, tier } = refusal.errors;
  const [missing, room] = [Number(missing_cents?.[0] ?? 0), Number(room_cents?.[0] ?? 0)];
  const said = formatMessage(refusal.message);
  const helps = (tier ?? []).map(formatMessage).filter((line) => line !== said);
  return (
    <Alert tone="bad">
      <p>{[said, ...helps].join(' ')}</p>
      {missing > 0 && missing <= room ? (
        <Link to={`${href('/billing')}?amount=${dollarsField(missing)}`}>{t('cart.add_missing')}</Link>
      ) : null}
      {tier || missing > room ? <Link to={href('/limits')}>{t('tiers.link')}</Link> : null}
    </Alert>
  );
}
