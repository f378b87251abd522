import { useEffect, useRef } from 'react';
import { href, useFetcher } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LimitNote } from '#web/pages/shop/buying/hurdles/limit-note.tsx';
import { exceededRoom, type SpendingRoom } from '#web/pages/shop/buying/hurdles/order-limit.ts';
import { WayIn } from '#web/pages/shop/buying/hurdles/way-in.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import type { ShownCard } from './shown-cards.ts';

export interface Result {
  id: string;
  refusal?: Refusal;
  added?: boolean;
}

interface Props {
  card: ShownCard;
  /** What the buyer may spend now; null for a visitor. */
  room: SpendingRoom | null;
  in_cart: boolean;
  /** Whether an action was requested for this card: only then does the tile watch for its result. */
  acted: boolean;
}

/** One card for sale. Its button for the cart belongs to the single form around the list, which keeps the page light. */
export function CardTile({ card, room, in_cart, acted }: Props) {
  const { t, country, face } = useI18n();
  const { name, brand, not_in, prefix, theme, ...facts } = card.programme;
  const code = prefix ? t('card.prefix_is', { prefix }) : t('card.claim_code_label');
  const day = card.expires_on && { at: card.expires_on, day: true };
  const expiry = day ? t('card.until', { day }) : t('card.no_expiry');
  const drawn = <CardFace {...facts} programme={name} theme={theme} face_cents={card.face_cents} />;
  const worth = worthOf(card);
  const user = useRootData()?.user;
  return (
    <li className="tile">
      {brand ? <Link to={href('/brands/:slug', { slug: brand })}>{drawn}</Link> : drawn}
      <div className="tile-facts">
        <Money cents={card.price_cents} />
        {card.discount_bp >= 50 ? (
          <span className="discount">{t('card.discount', { percent: Math.round(card.discount_bp / 100) })}</span>
        ) : null}
        {day && card.ends_soon ? <Tag tone="warn">{t('card.ends_soon', { day })}</Tag> : null}
        {not_in ? <Tag tone="warn">{t('card.not_in_country', { country: country(not_in) })}</Tag> : null}
        {worth === null ? null : (
          <span className="tile-small">
            {t('brand.worth', { face: face(card.face_cents, facts.currency), worth: { cents: worth } })}
          </span>
        )}
        <span className="tile-small">{day && card.ends_soon ? code : `${code} · ${expiry}`}</span>
      </div>
      <LimitNote room={room} cents={card.price_cents} />
      {acted ? <Outcome id={card.id} /> : null}
      {user ? (
        <Actions card={card} room={room} in_cart={in_cart} acted={acted} />
      ) : (
        <>
          <WayIn sheet={sheetOf(card)} total_cents={card.price_cents} />
          <AddToCart card={card} in_cart={in_cart} acted={acted} />
        </>
      )}
    </li>
  );
}

const sheetOf = ({ id }: ShownCard) => `${href('/buy')}?ids=${id}`;

function Actions({ card, room, in_cart, acted }: Props) {
  const { t } = useI18n();
  return (
    <div className="tile-actions">
      {exceededRoom(room, card.price_cents) ? null : (
        <ButtonLink to={sheetOf(card)} aria-label={t('card.buy_label', { name: card.programme.name })}>
          {t('card.buy')}
        </ButtonLink>
      )}
      <AddToCart card={card} in_cart={in_cart} acted={acted} />
    </div>
  );
}

function AddToCart({ card, in_cart, acted }: Omit<Props, 'room'>) {
  const { t } = useI18n();
  if (in_cart) return <InCart taken={acted} />;
  return (
    <button
      className="button"
      data-variant="secondary"
      type="submit"
      name="add"
      value={card.id}
      aria-label={t('card.add_label', { name: card.programme.name })}
    >
      {t('card.add')}
    </button>
  );
}

/** What the price was made from: the face value in dollars, at the rate of that time. */
const worthOf = ({ price_cents, discount_bp, programme }: ShownCard): number | null =>
  programme.currency === 'USD' ? null : Math.round((price_cents * 10_000) / (10_000 - discount_bp));

/** Takes the focus from the button in whose place it appears, so that the keyboard goes on from here. */
function InCart({ taken }: { taken: boolean }) {
  const { t } = useI18n();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const around = link.current?.parentElement;
    const focused = document.activeElement;
    if (taken && (focused === document.body || focused === around)) link.current?.focus({ preventScroll: true });
  }, [taken]);
  return (
    <Link to={href('/cart')} className="button" data-variant="quiet" ref={link}>
      {t('card.in_cart')}
    </Link>
  );
}

function Outcome({ id }: { id: string }) {
  const fetcher = useFetcher<Result>({ key: id });
  const posted = useActionResult() as Result | undefined;
  const refusal = fetcher.data ? fetcher.data.refusal : posted?.id === id ? posted.refusal : undefined;
  return refusal && fetcher.state === 'idle' ? <FormErrors refusal={refusal} /> : null;
}
