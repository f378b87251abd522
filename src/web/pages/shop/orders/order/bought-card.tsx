import { href, useFetcher } from 'react-router';
import type { Funds } from '#contracts/shapes.ts';
import type { Gift } from '#contracts/shop/gifts.ts';
import type { OrderCard } from '#contracts/shop/orders.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import type { CardTheme } from '#web/ui/card/card-theme.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { lineTones } from '#web/ui/card/line-tones.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { CardGuarantee } from './card-guarantee.tsx';
import { ConsentBoxes, Consented } from './consent-boxes.tsx';
import { GiftPanel } from './gift-panel.tsx';
import { ReturnedNote } from './returned-note.tsx';
import { type Secret, SecretView } from './secret-view.tsx';

export interface Card extends Pick<OrderCard, 'guarantee' | 'issuer' | 'claim'> {
  id: string;
  programme: CardTheme & {
    id: string;
    name: string;
    brand: string;
    redemption_text: string;
    terms_url: string;
    funds: Funds | null;
  };
  level: string;
  country: string;
  currency: string;
  face_cents: number;
  price_cents: number;
  expires_on: string | null;
  state: 'delivered' | 'revealed' | 'returned' | 'refunded';
  consent_at: string | null;
  revealed_at: string | null;
  returned_at: string | null;
  returnable_until: string | null;
  return_cents: number;
  revealable_at: string | null;
}

interface Result {
  card_id: string;
  refusal?: Refusal;
  values?: Typed;
  secret?: Secret;
  /** What a refund over the balance limit means. */
  over_limit?: string | null;
}

interface Props {
  order_id: string;
  card: Card;
  gift: Gift | undefined;
  /** What revealing the whole order showed of it. */
  shown: Secret | undefined;
  /** Whether its order has no other card to reveal: else they are revealed together, and one by one only on demand. */
  alone: boolean;
  now: string;
  /** Which one it is of equal cards, whose face and facts stand above all of them; absent where it is the only one. */
  place?: { number: number; count: number } | undefined;
}

/** Its brand's page with the same value, for who wants another. */
export const brandOf = ({ programme, face_cents }: Card) =>
  `${href('/brands/:slug', { slug: programme.brand })}?programme_id=${programme.id}&value=${face_cents}`;

export function BoughtCard({ order_id, card, gift, shown, alone, now, place }: Props) {
  const { t } = useI18n();
  const fetcher = useFetcher<Result>();
  const posted = useActionResult() as Result | undefined;
  const result = fetcher.data ?? (posted?.card_id === card.id ? posted : undefined);
  const open = card.state === 'delivered' || card.state === 'revealed';
  const secret = result?.secret ?? shown;
  const returnable = card.state === 'delivered' && card.returnable_until && card.returnable_until > now;
  return (
    <article
      className={place ? 'bought-card' : 'panel bought-card'}
      aria-label={card.programme.name}
      data-state={card.state}
      data-grouped={place ? '' : undefined}
    >
      {place ? null : <CardFace {...card} programme={card.programme.name} theme={card.programme} />}
      <div className="stack">
        <div className="row">
          {place ? (
            <h3>{t('order.card_of', place)}</h3>
          ) : (
            <h2>
              <Link to={brandOf(card)}>{card.programme.name}</Link>
            </h2>
          )}
          <Tag tone={lineTones[card.state]}>{t(`card.state.${card.state}`)}</Tag>
          <span className="muted small push">{t('card.paid', { amount: { cents: card.price_cents } })}</span>
        </div>
        <FormErrors refusal={result?.refusal} fields={['note']} />
        {result?.over_limit ? <Alert tone="info">{result.over_limit}</Alert> : null}
        {secret && open ? <SecretView secret={secret} focused={secret !== shown} /> : null}
        <ReturnedNote card={card} />
        {open && !secret ? (
          <RevealOne card={card} fetcher={fetcher} now={now} alone={alone} refused={Boolean(result?.refusal)} />
        ) : null}
        {open && !place ? <CardFacts card={card} /> : null}
        {card.revealed_at && open ? (
          <p className="small muted">
            <FormattedMessage of="card.revealed_at" parts={{ at: <Time at={card.revealed_at} /> }} />
          </p>
        ) : null}
        {(open && !(place && card.state === 'delivered')) || card.claim ? (
          <CardGuarantee card={card} now={now} fetcher={fetcher} refusal={result?.refusal} />
        ) : null}
        {returnable ? (
          <div className="card-actions">
            <ReturnForm card={card} fetcher={fetcher} />
            <div className="no-print">
              <ButtonLink
                to={href('/orders/:id/withdraw/:card_id', { id: order_id, card_id: card.id })}
                variant="secondary"
                size="small"
              >
                {t('withdrawal.title')}
              </ButtonLink>
            </div>
          </div>
        ) : null}
        {open ? <GiftPanel card={card} gift={gift} fetcher={fetcher} now={now} values={result?.values} /> : null}
      </div>
    </article>
  );
}

type Fetcher = ReturnType<typeof useFetcher<Result>>;

interface RevealProps {
  card: Card;
  fetcher: Fetcher;
  now: string;
}

/** The form of one card, folded where the whole order is revealed with one consent. */
function RevealOne({ alone, refused, ...props }: RevealProps & { alone: boolean; refused: boolean }) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const { card, now } = props;
  // The order says once for all its cards how long they wait.
  if (card.revealable_at && card.revealable_at > now) return null;
  if (alone || card.state === 'revealed') return <RevealForm {...props} />;
  return (
    <details className="quiet-details" open={refused || (preserved.card_id === card.id && preserved.consent === 'on')}>
      <summary>{t('card.reveal_only')}</summary>
      <RevealForm {...props} />
    </details>
  );
}

/** Asks for the buyer's consent once, at the first reveal. */
function RevealForm({ card, fetcher }: RevealProps) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const ticked = preserved.card_id === card.id && preserved.consent === 'on';
  const again = card.state === 'revealed';
  return (
    <fetcher.Form method="post" className="stack" noValidate>
      <input type="hidden" name="card_id" value={card.id} />
      {again || card.consent_at ? (
        <Consented at={again ? null : card.consent_at} />
      ) : (
        <ConsentBoxes of={card.id} ticked={ticked} />
      )}
      <div>
        <Button data-does="reveal" busy={fetcher.state !== 'idle'}>
          {t(again ? 'card.reveal_again' : 'card.reveal')}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** What the issuer says of a card, and how long it is valid. */
export function CardFacts({ card }: { card: Card }) {
  const { t } = useI18n();
  return (
    <div className="stack small muted">
      <FundsTerms funds={card.programme.funds} currency={card.currency} />
      {card.programme.redemption_text ? <p className="lines">{card.programme.redemption_text}</p> : null}
      <p>
        {card.expires_on ? (
          <FormattedMessage of="card.valid_until" parts={{ day: <Time at={card.expires_on} day /> }} />
        ) : (
          t('card.never_expires')
        )}{' '}
        {card.programme.terms_url ? (
          <a href={card.programme.terms_url} rel="noreferrer noopener" target="_blank">
            {t('card.issuer_terms')}
          </a>
        ) : null}
      </p>
    </div>
  );
}

function ReturnForm({ card, fetcher }: { card: Card; fetcher: Fetcher }) {
  const { t } = useI18n();
  const refunded_cents = card.price_cents - card.return_cents;
  return (
    <details className="quiet-details">
      <summary>{t('card.return')}</summary>
      <fetcher.Form method="post" className="stack">
        <input type="hidden" name="intent" value="return" />
        <input type="hidden" name="card_id" value={card.id} />
        <p className="small">
          <FormattedMessage
            of="card.return_why"
            values={{ amount: { cents: card.return_cents } }}
            parts={{ at: <Time at={card.returnable_until ?? ''} /> }}
          />
          {refunded_cents > 0 ? ` ${t('card.return_rest', { amount: { cents: refunded_cents } })}` : null}
        </p>
        <div>
          <Button variant="danger" size="small" busy={fetcher.state !== 'idle'}>
            {t('card.return_for', { amount: { cents: card.return_cents } })}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}
