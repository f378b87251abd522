import { Form, href, useFetcher } from 'react-router';
import type { WalletCard } from '#contracts/shop/wallet.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Consented } from '#web/pages/shop/orders/order/consent-boxes.tsx';
import type { Refusal } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

const tones: Record<WalletCard['state'], Tone> = {
  unrevealed: 'info',
  revealed: 'good',
  expiring: 'warn',
  expired: 'bad',
  used: 'plain',
  returned: 'plain',
} as const;

interface Props {
  card: WalletCard;
  /** What a form of this card got without JavaScript. */
  posted: Refusal | undefined;
}

/** One bought card: what it is, what became of it, and what can be done with it. */
export function WalletRow({ card, posted }: Props) {
  const { t, face } = useI18n();
  const fetcher = useFetcher<{ refusal?: Refusal }>();
  const { id, order, state, note } = card;
  const canBeUsed = state === 'revealed' || state === 'used' || (state === 'expiring' && card.revealed_at !== null);
  const where = (
    <>
      <input type="hidden" name="order_id" value={order.id} />
      <input type="hidden" name="card_id" value={id} />
    </>
  );
  return (
    <li className="wallet-row" data-state={state}>
      <CardFace {...card} programme={card.programme.name} theme={card.programme} />
      <div>
        <div className="row">
          <b className="money">{face(card.face_cents, card.currency)}</b>
          <Tag tone={tones[state]}>{t(`wallet.state.${state}`)}</Tag>
        </div>
        <p className="muted small">
          <Link to={href('/orders/:id', { id: order.id })}>{t('order.number', { number: String(order.number) })}</Link>,{' '}
          <Time at={card.bought_at} day />
          {card.expires_on && state !== 'returned' ? (
            <>
              {' · '}
              <FormattedMessage of="card.valid_until" parts={{ day: <Time at={card.expires_on} day /> }} />
            </>
          ) : null}
        </p>
        {card.left_cents !== null && card.left_at ? (
          <p className="small">
            <FormattedMessage
              of="wallet.left"
              values={{ amount: { cents: card.left_cents, currency: card.currency } }}
              parts={{ at: <Time at={card.left_at} /> }}
            />
          </p>
        ) : null}
        {note ? <p className="small">{note}</p> : null}
        <FormErrors refusal={fetcher.data?.refusal ?? posted} />
        <details className="quiet-details">
          <summary>{t(note ? 'wallet.edit_note' : 'wallet.add_note')}</summary>
          <fetcher.Form method="post" className="row">
            {where}
            <input type="hidden" name="intent" value="note" />
            <Field
              id={`note-${id}`}
              name="note"
              label={<span className="visually-hidden">{t('wallet.note_for', { name: card.programme.name })}</span>}
              defaultValue={note}
              maxLength={200}
              autoComplete="off"
            />
            <Button variant="secondary" size="small" busy={fetcher.state !== 'idle'}>
              {t('form.save')}
            </Button>
          </fetcher.Form>
        </details>
      </div>
      <div className="row wallet-actions">
        <CodeButton card={card} />
        {canBeUsed ? (
          <fetcher.Form method="post">
            {where}
            <Button
              name="intent"
              value={state === 'used' ? 'unused' : 'used'}
              variant="secondary"
              size="small"
              busy={fetcher.state !== 'idle'}
            >
              {t(state === 'used' ? 'wallet.mark_unused' : 'wallet.mark_used')}
            </Button>
          </fetcher.Form>
        ) : null}
        {state === 'unrevealed' ? null : (
          <ButtonLink
            to={`${href('/buy')}?programme_id=${card.programme.id}&face_cents=${card.face_cents}`}
            variant="secondary"
            size="small"
          >
            {t('wallet.again')}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** Leads to the code: at once where it was shown before, else to what has to be agreed to first. */
function CodeButton({ card }: { card: WalletCard }) {
  const { t, face } = useI18n();
  if (card.state === 'returned') return null;
  const to = href('/orders/:id/till/:card_id', { id: card.order.id, card_id: card.id });
  const what = { name: card.programme.name, value: face(card.face_cents, card.currency) };
  if (!card.revealed_at)
    return (
      <ButtonLink to={to} size="small" aria-label={t('wallet.reveal_label', what)}>
        {t('wallet.reveal')}
      </ButtonLink>
    );
  return (
    <Form method="post" action={to}>
      <Consented />
      <Button size="small" aria-label={t('wallet.show_code_label', what)}>
        {t('wallet.show_code')}
      </Button>
    </Form>
  );
}
