import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SecretView } from '#web/pages/shop/orders/order/secret-view.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import type { Bought } from './pay.ts';

/** What was just paid, each card with its code, in place of the form that paid it. */
export function BoughtCards({ bought: { id, number, cards } }: { bought: Bought }) {
  const { t, face } = useI18n();
  const [first] = cards;
  return (
    <div className="stack purchase-sheet">
      <PageHead title={t('buy.paid', { count: cards.length })} lead={t('buy.paid_more')} />
      <ul className="stack">
        {cards.map((card) => (
          <li key={card.id}>
            <article className="panel stack bought-card" aria-label={card.name}>
              <h2>
                {card.name} <span className="money">{face(card.face_cents, card.currency)}</span>
              </h2>
              {card.secret ? <SecretView secret={card.secret} focused={cards.length === 1} /> : null}
            </article>
          </li>
        ))}
      </ul>
      <div className="row no-print">
        <ButtonLink to={href('/orders/:id', { id })} variant="secondary">
          {t('buy.open_order', { number: String(number) })}
        </ButtonLink>
        {first ? (
          <ButtonLink to={href('/brands/:slug', { slug: first.brand })} variant="quiet">
            {t('buy.more_of', { name: first.name })}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
