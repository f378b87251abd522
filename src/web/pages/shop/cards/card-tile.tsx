import { href, useFetcher } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { OrderRefusal } from '#web/pages/shop/cart/order-refusal.tsx';
import type { Refusal } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
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
  in_cart: boolean;
  /** Whether an action was requested for this card: only then does the tile watch for its result. */
  acted: boolean;
}

/** One card for sale. Its buttons belong to the single form around the list, which keeps the page light. */
export function CardTile({ card, in_cart, acted }: Props) {
  const { t } = useI18n();
  const { name, prefix, theme, ...facts } = card.programme;
  const code = prefix ? t('card.prefix_is', { prefix }) : t('card.claim_code_label');
  const day = card.expires_on && { at: card.expires_on, day: true };
  const expiry = day ? t('card.until', { day }) : t('card.no_expiry');
  return (
    <li className="tile">
      <CardFace {...facts} programme={name} theme={theme} face_cents={card.face_cents} />
      <div className="tile-facts">
        <Money cents={card.price_cents} />
        {card.discount_bp >= 50 ? (
          <span className="discount">{t('card.discount', { percent: Math.round(card.discount_bp / 100) })}</span>
        ) : null}
        {day && card.ends_soon ? <Tag tone="warn">{t('card.ends_soon', { day })}</Tag> : null}
        <span className="tile-small">{day && card.ends_soon ? code : `${code} · ${expiry}`}</span>
      </div>
      {acted ? <Outcome id={card.id} /> : null}
      <div className="tile-actions">
        <button
          className="button"
          type="submit"
          name="buy"
          value={`${card.id} ${card.price_cents}`}
          aria-label={t('card.buy_label', { name })}
        >
          {t('card.buy')}
        </button>
        {in_cart ? (
          <Link to={href('/cart')} className="button" data-variant="quiet">
            {t('card.in_cart')}
          </Link>
        ) : (
          <button
            className="button"
            data-variant="secondary"
            type="submit"
            name="add"
            value={card.id}
            aria-label={t('card.add_label', { name })}
          >
            {t('card.add')}
          </button>
        )}
      </div>
    </li>
  );
}

function Outcome({ id }: { id: string }) {
  const fetcher = useFetcher<Result>({ key: id });
  const posted = useActionResult() as Result | undefined;
  const refusal = fetcher.data ? fetcher.data.refusal : posted?.id === id ? posted.refusal : undefined;
  return refusal && fetcher.state === 'idle' ? <OrderRefusal refusal={refusal} /> : null;
}
