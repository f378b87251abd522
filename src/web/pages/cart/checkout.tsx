import { Form, useActionData, useNavigation } from 'react-router';
import type { CartItem } from '#contracts/cart.ts';
import type { Refusal } from '#web/api.ts';
import { dollarsField, formatMoney } from '#web/format.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { OrderRefusal } from './order-refusal.tsx';

/** The total against the balance, and the one press that buys all of it or nothing. */
export function Checkout({ items, order_key }: { items: CartItem[]; order_key: string }) {
  const refusal = (useActionData() as { refusal?: Refusal } | undefined)?.refusal;
  const busy = useNavigation().state !== 'idle';
  const balance_cents = useFrame()?.user?.balance_cents ?? 0;
  const total_cents = items.reduce((sum, item) => sum + item.price_cents, 0);
  const missing_cents = total_cents - balance_cents;
  return (
    <Form method="post" className="panel stack checkout" aria-label="Checkout">
      <dl className="facts">
        <div>
          <dt>
            {items.length} {items.length === 1 ? 'card' : 'cards'}
          </dt>
          <dd>
            <Money cents={total_cents} />
          </dd>
        </div>
        <div>
          <dt>Your balance</dt>
          <dd>
            <Money cents={balance_cents} />
          </dd>
        </div>
        <div className="total">
          <dt>{missing_cents > 0 ? 'Missing' : 'Balance afterwards'}</dt>
          <dd>
            <Money cents={Math.abs(missing_cents)} />
          </dd>
        </div>
      </dl>
      {refusal ? <OrderRefusal refusal={refusal} /> : null}
      <input type="hidden" name="ids" value={items.map((item) => item.id).join(',')} />
      <input type="hidden" name="total_cents" value={total_cents} />
      <input type="hidden" name="order_key" value={order_key} />
      {missing_cents > 0 ? (
        <ButtonLink to={`/billing?amount=${dollarsField(missing_cents)}`} size="large" wide>
          Add {formatMoney(missing_cents)}
        </ButtonLink>
      ) : (
        <Button size="large" wide busy={busy} disabled={items.length === 0}>
          Pay {formatMoney(total_cents)}
        </Button>
      )}
      <p className="small muted">
        Paid from your balance, all cards or none. A card can be returned for its price within 14 days, as long as you
        have not revealed its code.
      </p>
    </Form>
  );
}
