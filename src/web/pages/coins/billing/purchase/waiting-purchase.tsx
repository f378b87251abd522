import { Form, href, useNavigation } from 'react-router';
import type { WaitingPurchase as Purchase } from '#contracts/shop/waiting-purchases.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

interface Props {
  purchase: Purchase;
  /** Whether something of the payment is credited. */
  credited: boolean;
  /** The server's time. */
  now: string;
}

/** What is bought once a payment is credited, or what became of it, with what can be done about it. */
export function WaitingPurchase({ purchase, credited, now }: Props) {
  const { t, face } = useI18n();
  const result = useActionResult() as { purchase_refusal?: Refusal } | undefined;
  return (
    <section className="panel stack waiting-purchase" aria-labelledby="purchase">
      <h2 id="purchase">{t(`purchase.title.${purchase.state}`)}</h2>
      <Live>
        <What purchase={purchase} credited={credited} />
      </Live>
      <dl className="facts">
        {purchase.cards.map(({ id, programme, face_cents, currency, price_cents }) => (
          <div key={id}>
            <dt>
              {programme.name} {face(face_cents, currency)}
            </dt>
            <dd>
              <Money cents={price_cents} />
            </dd>
          </div>
        ))}
      </dl>
      <FormErrors refusal={result?.purchase_refusal} />
      <Steps purchase={purchase} now={now} />
    </section>
  );
}

/** Its state in a sentence. */
function What({ purchase, credited }: Omit<Props, 'now'>) {
  const { t } = useI18n();
  const { state, total_cents, payment, expires_at, ended_why, order } = purchase;
  switch (state) {
    case 'waiting':
      return (
        <p>
          <FormattedMessage
            of={credited ? 'purchase.is_waiting_credited' : 'purchase.is_waiting'}
            values={{ total: { cents: total_cents } }}
            parts={{ pay: <Time at={payment.expires_at} />, at: <Time at={expires_at} /> }}
          />
        </p>
      );
    case 'bought':
      return <p>{t('purchase.is_bought', { number: String(order?.number) })}</p>;
    case 'called_off':
      return <p>{t('purchase.is_called_off')}</p>;
    case 'failed':
      return (
        <Alert tone="warn">
          <p>{ended_why}</p>
          <p>{t(credited ? 'purchase.stays' : 'purchase.nothing_bought')}</p>
        </Alert>
      );
  }
}

/** The forms work without JavaScript: each says by its intent what it does. */
function Steps({ purchase, now }: Omit<Props, 'credited'>) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  const { state, order, consent_at, expires_at, cards } = purchase;
  const again = `${href('/buy')}?ids=${cards.map(({ id }) => id).join(',')}`;
  if (state === 'bought' && order)
    return consent_at ? (
      <Form method="post" action={href('/orders/:id', { id: order.id })} className="row">
        <input type="hidden" name="intent" value="reveal_all" />
        <input type="hidden" name="consent_now" value="on" />
        <input type="hidden" name="consent_final" value="on" />
        <Button size="large" busy={busy}>
          {t('purchase.show_codes', { count: cards.length })}
        </Button>
        <ButtonLink to={href('/orders/:id', { id: order.id })} variant="quiet">
          {t('buy.open_order', { number: String(order.number) })}
        </ButtonLink>
      </Form>
    ) : (
      <ButtonLink to={href('/orders/:id', { id: order.id })}>
        {t('buy.open_order', { number: String(order.number) })}
      </ButtonLink>
    );
  if (state === 'failed') return <ButtonLink to={again}>{t('purchase.buy_now')}</ButtonLink>;
  const undo = state === 'called_off';
  if (undo && expires_at <= now) return null;
  return (
    <Form method="post">
      <Button name="intent" value={undo ? 'resume' : 'call_off'} variant="secondary" size="small" busy={busy}>
        {t(undo ? 'purchase.resume' : 'purchase.call_off')}
      </Button>
    </Form>
  );
}
