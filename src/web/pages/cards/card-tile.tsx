import { Check, ShoppingCart } from 'lucide-react';
import { useActionData, useFetcher } from 'react-router';
import type { Card } from '#contracts/cards.ts';
import type { Refusal } from '#web/api.ts';
import { formatDay } from '#web/format.ts';
import { useCartIds } from '#web/live/use-cart-ids.ts';
import { Button } from '#web/ui/button.tsx';
import { CardFace } from '#web/ui/card-face.tsx';
import type { Look } from '#web/ui/card-look.ts';
import { Link } from '#web/ui/link.tsx';
import { Money } from '#web/ui/money.tsx';
import { OrderRefusal } from '../cart/order-refusal.tsx';

interface Result {
  id: string;
  refusal?: Refusal;
  added?: boolean;
}

interface Props {
  card: Card;
  look: Look;
  order_key: string;
}

export function CardTile({ card, look, order_key }: Props) {
  const adding = useFetcher<Result>();
  const buying = useFetcher<Result>();
  const posted = useActionData() as Result | undefined;
  const mine = posted?.id === card.id ? posted.refusal : undefined;
  const refusal = buying.data?.refusal ?? adding.data?.refusal ?? mine;
  return (
    <li className="tile">
      <CardFace {...card} programme={card.programme.name} look={look} />
      <div className="tile-facts">
        <Money cents={card.price_cents} />
        {card.discount_bp >= 50 ? <span className="discount">{Math.round(card.discount_bp / 100)} % off</span> : null}
        <span className="tile-small">
          {card.prefix ? <code>{card.prefix}…</code> : 'Claim code'}
          {card.expires_on ? ` · until ${formatDay(card.expires_on)}` : ' · no expiry'}
        </span>
      </div>
      {refusal ? <OrderRefusal refusal={refusal} /> : null}
      <div className="tile-actions">
        <buying.Form method="post">
          <input type="hidden" name="intent" value="buy" />
          <input type="hidden" name="id" value={card.id} />
          <input type="hidden" name="price_cents" value={card.price_cents} />
          <input type="hidden" name="order_key" value={`${order_key}:${card.id}`} />
          <Button wide busy={buying.state !== 'idle'}>
            Buy
            <span className="visually-hidden"> {card.programme.name} now</span>
          </Button>
        </buying.Form>
        <CartButton card={card} fetcher={adding} />
      </div>
    </li>
  );
}

function CartButton({ card, fetcher }: { card: Card; fetcher: ReturnType<typeof useFetcher<Result>> }) {
  if (useCartIds().includes(card.id))
    return (
      <Link to="/cart" className="button" data-look="quiet" data-size="medium">
        <Check size={18} aria-hidden="true" />
        In cart
      </Link>
    );
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="id" value={card.id} />
      <Button look="secondary" wide aria-label={`Add ${card.programme.name} to the cart`}>
        <ShoppingCart size={18} aria-hidden="true" />
        Add
      </Button>
    </fetcher.Form>
  );
}
