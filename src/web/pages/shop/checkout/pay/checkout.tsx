import { Form, href, useNavigation } from 'react-router';
import type { CartItem, CartLimits } from '#contracts/shop/cart.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { OfferedCoin } from '#web/pages/coins/billing/payments/offered-coin.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { ScamWarning } from '#web/ui/card/scam-warning.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/field.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { BuyLater } from './buy-later.tsx';
import { LimitsNote } from './limits-note.tsx';
import { OrderRefusal } from './order-refusal.tsx';
import { cardsToTakeOut } from './take-out.ts';

interface Props {
  /** Those that can be bought. */
  items: CartItem[];
  limits: CartLimits;
  is_first_order: boolean;
  order_key: string;
  /** The coins to add with what is missing; none if nothing is. */
  offered: readonly OfferedCoin[];
  /** The cards were chosen by their value, not each by itself. */
  by_value?: boolean;
  /** Whether single cards can be taken out of it. */
  changeable?: boolean;
}

/**
 * The total against the balance, and one button that buys everything or nothing; on phones it stays in sight. A consent from before a
 * confirmation stands for what it was given for, so nobody finds one ticked for another sum.
 */
export function Checkout(props: Props) {
  const { items, limits, is_first_order, order_key, offered, by_value = false, changeable = false } = props;
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const refusal = (useActionResult() as { refusal?: Refusal } | undefined)?.refusal;
  const balance_cents = useRootData()?.user?.balance_cents ?? 0;
  const total_cents = items.reduce((sum, item) => sum + item.price_cents, 0);
  const missing_cents = total_cents - balance_cents;
  if (!items.length) return null;
  // While a line is being removed, the limits are those of the cart before.
  const known = limits.total_cents === total_cents;
  const free = !limits.bar && !limits.exceeded.length;
  const buysLater = free && limits.add_cents > 0 && offered.some(({ available }) => available);
  const payable = free && (missing_cents <= 0 || buysLater);
  return (
    <Form method="post" className="checkout" aria-label={t('cart.checkout')}>
      <div className="panel stack checkout-facts">
        <dl className="facts">
          <div className="total">
            <dt>
              {t('cart.total')} <span className="small muted">{t('cards.count', { count: items.length })}</span>
            </dt>
            <dd>
              <Money cents={total_cents} />
            </dd>
          </div>
          <div>
            <dt>{t('cart.balance')}</dt>
            <dd>
              <Money cents={balance_cents} />
            </dd>
          </div>
          <div>
            <dt>{t(missing_cents > 0 ? 'cart.missing' : 'cart.balance_after')}</dt>
            <dd>
              <Money cents={Math.abs(missing_cents)} />
            </dd>
          </div>
        </dl>
        {refusal && !(known && (limits.bar || limits.exceeded.length)) ? <OrderRefusal refusal={refusal} /> : null}
        {known ? <LimitsNote limits={limits} count={items.length} /> : null}
        <ScamWarning cards={items.length} is_first_order={is_first_order} />
        {payable && !limits.wait ? (
          <Checkbox
            name="consent"
            label={`${t('card.consent_now')} ${t('card.consent_final')}`}
            hint={items.length > 1 ? t('order.reveal_all_more') : t('buy.consent_hint')}
            defaultChecked={preserved.consent === 'on' && preserved.total_cents === String(total_cents)}
          />
        ) : null}
        {buysLater ? (
          <BuyLater
            offered={offered}
            coin={preserved.coin}
            rest_cents={limits.add_cents - Math.max(0, missing_cents)}
          />
        ) : null}
        <p className="small muted">{t('cart.terms')}</p>
      </div>
      <input type="hidden" name="ids" value={items.map((item) => item.id).join(',')} />
      <input type="hidden" name="total_cents" value={total_cents} />
      <input type="hidden" name="order_key" value={order_key} />
      {by_value ? <input type="hidden" name="by_value" value="on" /> : null}
      <div className="pay-bar">
        <p className="pay-bar-total" aria-hidden="true">
          {t('cart.total')} <Money cents={total_cents} />
        </p>
        <NextStep
          limits={limits}
          buysLater={buysLater}
          missing_cents={missing_cents}
          total_cents={total_cents}
          excess={changeable && limits.exceeded.length ? cardsToTakeOut(items, limits.reachable_cents) : []}
        />
      </div>
    </Form>
  );
}

interface Step extends Pick<Props, 'limits'> {
  /** Whether the cards can be bought once a payment is credited. */
  buysLater: boolean;
  missing_cents: number;
  total_cents: number;
  /** The cards without which the others could be bought. */
  excess: readonly CartItem[];
}

/** Pays, or does what is needed first: more balance, fewer cards or a higher limit. No balance helps against a limit. */
function NextStep({ limits: { bar, exceeded, add_cents }, buysLater, missing_cents, total_cents, excess }: Step) {
  const { t, face } = useI18n();
  const busy = useNavigation().state !== 'idle';
  if (bar)
    return (
      <ButtonLink to={href(bar === 'unknown' ? '/user/profile' : '/limits')} variant="secondary" size="large" wide>
        {t(bar === 'unknown' ? 'tiers.bar.set_country' : 'cart.see_limits')}
      </ButtonLink>
    );
  const [first] = excess;
  const toLimits = (
    <ButtonLink to={href('/limits')} variant="secondary" size="large" wide>
      {t('cart.see_limits')}
    </ButtonLink>
  );
  if (first)
    return (
      <div className="stack">
        <Button name="remove" value={excess.map(({ id }) => id).join(',')} size="large" wide busy={busy}>
          {excess.length === 1
            ? t('cart.take_out', { name: `${first.programme.name} ${face(first.face_cents, first.currency)}` })
            : t('cart.take_out_several', { count: excess.length })}
        </Button>
        {toLimits}
      </div>
    );
  if (buysLater)
    return (
      <div className="stack">
        <Button name="intent" value="credit" size="large" wide busy={busy}>
          {t('buy.top_up_and_buy', { amount: { cents: add_cents } })}
        </Button>
        <Link to={`${href('/billing')}?amount=${dollarsField(add_cents)}`}>{t('buy.only_add')}</Link>
      </div>
    );
  if (missing_cents <= 0 && !exceeded.length)
    return (
      <Button size="large" wide busy={busy}>
        {t('cart.pay', { amount: { cents: total_cents } })}
      </Button>
    );
  if (add_cents > 0 && !exceeded.length)
    return (
      <ButtonLink to={`${href('/billing')}?amount=${dollarsField(add_cents)}`} size="large" wide>
        {t('cart.add_funds', { amount: { cents: add_cents } })}
      </ButtonLink>
    );
  return toLimits;
}
