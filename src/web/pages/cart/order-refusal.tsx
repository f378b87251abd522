import type { Refusal } from '#web/api.ts';
import { dollarsField } from '#web/format.ts';
import { useUncleared } from '#web/live/uncleared.ts';
import { useWords } from '#web/live/use-words.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Link } from '#web/ui/link.tsx';

/** Why an order was not placed, and where money is missing the way to add it. */
export function OrderRefusal({ refusal: refused }: { refusal: Refusal }) {
  const { t, tell } = useWords();
  const refusal = useUncleared(refused.told ? undefined : refused);
  if (!refusal) return null;
  const missing_cents = Number(refusal.errors.missing_cents?.[0] ?? 0);
  return (
    <Alert tone="bad">
      <p>{tell(refusal.message)}</p>
      {missing_cents > 0 ? (
        <Link to={`/billing?amount=${dollarsField(missing_cents)}`}>{t('cart.add_missing')}</Link>
      ) : null}
    </Alert>
  );
}
