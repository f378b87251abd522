import type { Order } from '#contracts/shop/orders.ts';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** What became of a card that is no longer the buyer's. */
export function ReturnedNote({
  card,
}: {
  card: Pick<Order['cards'][number], 'price_cents' | 'returned_at' | 'state'>;
}) {
  if (card.state !== 'returned' || !card.returned_at) return null;
  return (
    <p>
      <FormattedMessage
        of="card.returned_note"
        parts={{ amount: <Money cents={card.price_cents} />, day: <Time at={card.returned_at} day /> }}
      />
    </p>
  );
}
