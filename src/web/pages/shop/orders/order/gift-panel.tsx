import { href, type useFetcher } from 'react-router';
import type { Gift } from '#contracts/shop/gifts.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { ConsentBoxes, Consented } from './consent-boxes.tsx';
import { DayField, WrappingFields } from './wrapping/wrapping-fields.tsx';

interface Props {
  card: { id: string; state: string; revealable_at: string | null };
  gift: Gift | undefined;
  fetcher: Pick<ReturnType<typeof useFetcher>, 'Form' | 'state'>;
  now: string;
  /** What was typed into the form that was refused. */
  values: Typed | undefined;
}

/** Gives a card away by a link that shows its code once, and says what became of that. */
export function GiftPanel({ card, gift, fetcher, now, values }: Props) {
  const { t } = useI18n();
  if (card.revealable_at && card.revealable_at > now) return null;
  if (gift?.state === 'opened')
    return (
      <p className="small">
        <FormattedMessage of="gift.was_opened" parts={{ at: <Time at={gift.opened_at ?? ''} /> }} />
      </p>
    );
  if (gift?.state === 'open')
    return (
      <fetcher.Form method="post" className="stack">
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="card_id" value={card.id} />
        <input type="hidden" name="gift_id" value={gift.id} />
        <p className="small">
          {gift.send_at && gift.send_at > now ? (
            <FormattedMessage
              of="gift.is_scheduled"
              parts={{ send: <Time at={gift.send_at} />, day: <Time at={gift.expires_at} day /> }}
            />
          ) : (
            <FormattedMessage
              of={openTextOf(gift)}
              parts={{ at: <Time at={gift.send_at ?? gift.created_at} />, day: <Time at={gift.expires_at} day /> }}
            />
          )}
        </p>
        <div className="row">
          <ButtonLink to={href('/gifts/:id', { id: gift.id })} variant="secondary" size="small">
            {t('gift.print')}
          </ButtonLink>
          <Button variant="danger" size="small" busy={fetcher.state !== 'idle'}>
            {t('gift.withdraw')}
          </Button>
        </div>
      </fetcher.Form>
    );
  return <GiftForm card={card} fetcher={fetcher} values={values} />;
}

function openTextOf({ mailed, unsent }: Gift) {
  if (unsent) return 'gift.is_unsent';
  return mailed ? 'gift.is_mailed' : 'gift.is_open';
}

function GiftForm({ card, fetcher, values }: Pick<Props, 'card' | 'fetcher' | 'values'>) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const typed = values ?? (preserved.card_id === card.id && preserved.gift === 'on' ? preserved : undefined);
  return (
    <details className="quiet-details" open={typed !== undefined}>
      <summary>{t('gift.give')}</summary>
      <fetcher.Form method="post" className="stack" noValidate>
        <input type="hidden" name="intent" value="gift" />
        <input type="hidden" name="card_id" value={card.id} />
        <p className="small">{t('gift.give_more')}</p>
        <WrappingFields of={card.id} typed={typed} />
        <Field
          id={`email-${card.id}`}
          name="email"
          type="email"
          label={t('gift.email')}
          hint={t('gift.email_hint')}
          autoComplete="off"
          defaultValue={typed?.email}
        />
        <DayField of={card.id} typed={typed} />
        {card.state === 'delivered' ? <ConsentBoxes of={`gift-${card.id}`} /> : <Consented />}
        <div>
          <Button variant="secondary" size="small" busy={fetcher.state !== 'idle'}>
            {t('gift.make')}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}
