import { useState } from 'react';
import { Form, href, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { LimitNote } from '../hurdles/limit-note.tsx';
import { exceededRoom, type SpendingRoom } from '../hurdles/order-limit.ts';
import { WayIn } from '../hurdles/way-in.tsx';
import { MAX_QUANTITY, type Programme } from './choose.ts';
import { PriceExplained, type Rate } from './price-explained.tsx';
import { Regions } from './regions.tsx';
import { ValueChips } from './value-chips.tsx';

export interface Added {
  added?: { quantity: number; face_cents: number; currency: string };
  refusal?: Refusal;
}

interface Props {
  programmes: Programme[];
  programme: Programme;
  face_cents: number | undefined;
  quantity: number;
  rate: Rate | undefined;
  room: SpendingRoom | null;
  /** The prices of the cheapest cards of the value, so that the total of several is exact. */
  prices_cents: number[];
  order_key: string;
}

/** Region, value and quantity, what they cost, and two buttons. The form works without JavaScript. */
export function BuyPanel({ programmes, programme, face_cents, quantity: asked, ...given }: Props) {
  const { rate, room, prices_cents, order_key } = given;
  const { t, face } = useI18n();
  const [, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(face_cents);
  const [quantity, setQuantity] = useState(asked);
  const value = programme.values.find((one) => one.face_cents === chosen);
  const choose = (next: number) => {
    setChosen(next);
    setSearch(
      (before) => {
        before.set('value', String(next));
        before.set('programme_id', programme.id);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const prices = chosen === face_cents ? prices_cents : [];
  const total_cents = value ? totalOf(prices, quantity, value.price_cents) : 0;
  return (
    <Form method="post" className="panel stack buy-panel" aria-labelledby="buy" preventScrollReset>
      <h2 id="buy" className="visually-hidden">
        {t('brand.choose')}
      </h2>
      <Regions programmes={programmes} chosen={programme} />
      <input type="hidden" name="programme_id" value={programme.id} />
      {programme.values.length ? (
        <ValueChips programme={programme} chosen={chosen} onChoose={choose} />
      ) : (
        <NothingOnSale programme={programme} />
      )}
      {value ? (
        <>
          <PriceExplained value={value} currency={programme.currency} rate={rate} />
          <Field
            name="quantity"
            label={t('brand.quantity')}
            type="number"
            inputMode="numeric"
            autoComplete="off"
            min={1}
            max={Math.min(MAX_QUANTITY, Math.max(1, value.on_sale))}
            defaultValue={quantity || ''}
            onInput={({ currentTarget }) => setQuantity(Number(currentTarget.value))}
            hint={value.on_sale < MAX_QUANTITY ? t('brand.left', { count: value.on_sale }) : undefined}
          />
          <Buttons
            what={{ count: quantity, value: face(value.face_cents, programme.currency) }}
            total_cents={total_cents}
            room={room}
            order_key={order_key}
            sheet={`${href('/buy')}?${new URLSearchParams({ programme_id: programme.id, face_cents: String(value.face_cents), quantity: String(quantity) })}`}
          />
        </>
      ) : null}
    </Form>
  );
}

/** Exact where the prices of so many cards are known, else the cheapest card's price for each. */
const totalOf = (prices: readonly number[], quantity: number, price_cents: number): number =>
  prices.length >= quantity ? prices.slice(0, quantity).reduce((sum, price) => sum + price, 0) : price_cents * quantity;

function NothingOnSale({ programme }: { programme: Programme }) {
  const { t } = useI18n();
  return (
    <>
      <p>{t('brand.none_on_sale')}</p>
      <ButtonLink to={`${href('/preorder')}?programme_id=${programme.id}`} variant="secondary">
        {t('brand.preorder')}
      </ButtonLink>
    </>
  );
}

interface ButtonsProps {
  what: { count: number; value: string };
  total_cents: number;
  room: SpendingRoom | null;
  order_key: string;
  /** The purchase sheet of the choice. */
  sheet: string;
}

function Buttons({ what, total_cents, room, order_key, sheet }: ButtonsProps) {
  const { t, face } = useI18n();
  const user = useRootData()?.user;
  const busy = useNavigation().formMethod === 'POST';
  const navigate = useNavigate();
  const { refusal, added } = (useActionResult() as Added | undefined) ?? {};
  if (!user) return <WayIn sheet={sheet} total_cents={total_cents} />;
  const over = exceededRoom(room, total_cents);
  return (
    <>
      <p className="buy-total if-scripted">
        <span>{t('brand.total', what)}</span> <Money cents={total_cents} />
      </p>
      <FormErrors refusal={refusal} fields={['programme_id', 'face_cents', 'quantity', 'max_price_cents']} />
      <LimitNote room={room} cents={total_cents} />
      <div className="buy-buttons">
        {over ? null : (
          <Button
            size="large"
            formMethod="get"
            formAction={href('/buy')}
            data-does="buy"
            busy={busy}
            onClick={(event) => {
              // Opened at its top: the form around the button stays where it is scrolled to, for what adds to the cart.
              event.preventDefault();
              if (!busy && event.currentTarget.form?.reportValidity()) void navigate(sheet);
            }}
          >
            {t('brand.buy_now')}
          </Button>
        )}
        <Button name="order_key" value={order_key} size="large" variant="secondary" busy={busy}>
          {what.count > 1 ? (
            <>
              <span className="if-scripted">{t('brand.add', what)}</span>
              <span className="if-unscripted">{t('card.add')}</span>
            </>
          ) : (
            t('card.add')
          )}
        </Button>
      </div>
      {added ? (
        <Alert tone="good">
          {t('brand.added', { count: added.quantity, value: face(added.face_cents, added.currency) })}{' '}
          <Link to={href('/cart')}>{t('brand.to_cart')}</Link>
        </Alert>
      ) : null}
    </>
  );
}
