import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';

/** Scammers make their victims buy several cards at once, often in a shop that is new to them. */
const MANY_CARDS = 3;

/** Asks, where it looks like it, whether somebody else wants the buyer to get these cards. */
export function ScamWarning({ cards, is_first_order }: { cards: number; is_first_order: boolean }) {
  if (!is_first_order && cards < MANY_CARDS) return null;
  return (
    <Alert tone="warn">
      <p>
        <FormattedMessage of="cart.scam" parts={{ strong: <strong /> }} />
      </p>
    </Alert>
  );
}
