import { type SubmitEvent, useState } from 'react';
import { useSubmit } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import type { SpendingRoom } from '#web/pages/shop/buying/hurdles/order-limit.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';
import { CardTile, type Result } from './card-tile.tsx';
import type { ShownCard } from './shown-cards.ts';

interface Props {
  cards: ShownCard[];
  room: SpendingRoom | null;
}

/** The cards in one form: the button pressed says which card goes into the cart; each card has its own fetcher. */
export function CardList({ cards, room }: Props) {
  const [acted, setActed] = useState<ReadonlySet<string>>(new Set());
  const posted = useActionResult() as Result | undefined;
  // The answer to a form came before the cookie that it sets.
  const cart = new Set([...useCartIds(), ...(posted?.added ? [posted.id] : [])]);
  const submit = useSubmit();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const id = button.value;
    setActed((before) => new Set(before).add(id));
    void submit({ [button.name]: id }, { method: 'post', navigate: false, fetcherKey: id });
  };
  return (
    <form method="post" onSubmit={onSubmit}>
      <ul className="tiles">
        {cards.map((card) => (
          <CardTile
            key={card.id}
            card={card}
            room={room}
            in_cart={cart.has(card.id)}
            acted={acted.has(card.id) || posted?.id === card.id}
          />
        ))}
      </ul>
    </form>
  );
}
