import { useFetcher } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

/** What was just removed from the cart and can be put back. */
export interface Removed {
  /** The ids of all its cards. */
  gone: string[];
  /** Of the cards that were chosen themselves. */
  ids: string[];
  /** Programme, face value and price of each line that was added by value. */
  values: string[];
  cards: { name: string; face_cents: number; currency: string }[];
}

interface Props {
  removed: Removed | undefined;
  cart_ids: readonly string[];
}

/** Says what was removed, with a form to undo it; rendered from the start, so that screen readers announce it. */
export function UndoRemove({ removed, cart_ids }: Props) {
  const shown = removed && !removed.gone.some((id) => cart_ids.includes(id));
  return <Live>{shown ? <Undo key={removed.gone.join()} removed={removed} /> : null}</Live>;
}

function Undo({ removed }: { removed: Removed }) {
  const { t, face } = useI18n();
  const fetcher = useFetcher<{ refusal?: Refusal }>();
  // A line by value may be back with another card.
  if (fetcher.data && !fetcher.data.refusal) return null;
  const names = removed.cards.map(({ name, face_cents, currency }) => `${name} ${face(face_cents, currency)}`);
  return (
    <>
      <fetcher.Form method="post" className="panel row undo-remove">
        {removed.ids.length ? <input type="hidden" name="add" value={removed.ids.join()} /> : null}
        {removed.values.length ? <input type="hidden" name="values" value={removed.values.join()} /> : null}
        <span>
          <FormattedMessage of="cart.removed" values={{ names: names.join(', ') }} parts={{ strong: <strong /> }} />
        </span>
        <Button variant="secondary" size="small" busy={fetcher.state !== 'idle'}>
          {t('cart.undo')}
        </Button>
      </fetcher.Form>
      <FormErrors refusal={fetcher.data?.refusal} />
    </>
  );
}
