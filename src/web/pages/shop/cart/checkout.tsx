import { Form, href, useNavigation } from 'react-router';
import type { CartItem } from '#contracts/cart.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { OrderRefusal } from './order-refusal.tsx';

interface Props {
  items: CartItem[];
  /** Whether to ask if somebody else wants the buyer to get these cards. */
  warned: boolean;
  order_key: string;
}

/** The total against the balance, and one button that buys everything or nothing. */
export function Checkout({ items, warned, order_key }: Props) {
  const { t } = useI18n();
  const refusal = (useActionResult() as { refusal?: Refusal } | undefined)?.refusal;
  const busy = useNavigation().state !== 'idle';
  const balance_cents = useRootData()?.user?.balance_cents ?? 0;
  const total_cents = items.reduce((sum, item) => sum + item.price_cents, 0);
  const missing_cents = total_cents - balance_cents;
  return (
    <Form method="post" className="panel stack checkout" aria-label={t('cart.checkout')}>
      <dl className="facts">
        <div>
          <dt>{t('cards.count', { count: items.length })}</dt>
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
        <div className="total">
          <dt>{t(missing_cents > 0 ? 'cart.missing' : 'cart.balance_after')}</dt>
          <dd>
            <Money cents={Math.abs(missing_cents)} />
          </dd>
        </div>
      </dl>
      {refusal ? <OrderRefusal refusal={refusal} /> : null}
      {warned ? (
        <Alert tone="warn">
          <p>
            <FormattedMessage of="cart.scam" parts={{ strong: <strong /> }} />
          </p>
        </Alert>
      ) : null}
      <input type="hidden" name="ids" value={items.map((item) => item.id).join(',')} />
      <input type="hidden" name="total_cents" value={total_cents} />
      <input type="hidden" name="order_key" value={order_key} />
      {missing_cents > 0 ? (
        <ButtonLink to={`${href('/billing')}?amount=${dollarsField(missing_cents)}`} size="large" wide>
          {t('cart.add_funds', { amount: { cents: missing_cents } })}
        </ButtonLink>
      ) : (
        <Button size="large" wide busy={busy} disabled={items.length === 0}>
          {t('cart.pay', { amount: { cents: total_cents } })}
        </Button>
      )}
      <p className="small muted">{t('cart.terms')}</p>
    </Form>
  );
}
