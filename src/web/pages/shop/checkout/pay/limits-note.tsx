import type { CartLimits } from '#contracts/shop/cart.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { CountryBarNote } from '#web/ui/feedback/country-bar-note.tsx';

interface Props {
  limits: CartLimits;
  /** How many cards could be bought. */
  count: number;
}

/** The nearest limit that the cart exceeds, what lifts it, and the wait that an order of it would bring. */
export function LimitsNote({ limits: { bar, exceeded, wait }, count }: Props) {
  const { t } = useI18n();
  const [firstExceeded] = exceeded;
  if (bar) return <CountryBarNote bar={bar} />;
  if (firstExceeded) {
    const { limit, limit_cents, left_cents, over_cents, next, lifted_at } = firstExceeded;
    const amounts = { limit: { cents: limit_cents }, left: { cents: left_cents }, over: { cents: over_cents } };
    return (
      <Alert tone="warn">
        <p>
          {t(`cart.over.${limit}`, { ...amounts, count })}{' '}
          {next ? `${t('cart.over.next', { tier: next.tier, limit: { cents: next.limit_cents } })} ` : null}
          {lifted_at ? <FormattedMessage of="cart.over.lifted" parts={{ at: <Time at={lifted_at} /> }} /> : null}
        </p>
      </Alert>
    );
  }
  if (!wait) return null;
  return (
    <Alert tone="info">
      <FormattedMessage
        of="cart.wait"
        values={{ above: { cents: wait.above_cents } }}
        parts={{ at: <Time at={wait.until} /> }}
      />
    </Alert>
  );
}
