import type { ReactNode } from 'react';
import type { OrderCard } from '#contracts/shop/orders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { brandOf, CardFacts } from './bought-card.tsx';

interface Props {
  cards: readonly OrderCard[];
  children: (card: OrderCard, place?: { number: number; count: number }) => ReactNode;
}

/** Equal cards below what they have in common, which is said once; a single card stands by itself. */
export function CardGroup({ cards, children }: Props) {
  const { t } = useI18n();
  const [first] = cards;
  if (!first) return null;
  if (cards.length === 1) return children(first);
  const unrevealed = cards.find(({ state }) => state === 'delivered');
  return (
    <section className="panel card-group" aria-label={first.programme.name}>
      <CardFace {...first} programme={first.programme.name} theme={first.programme} />
      <div className="stack">
        <h2>
          <Link to={brandOf(first)}>{first.programme.name}</Link>{' '}
          <span className="muted">{t('order.equal_cards', { count: cards.length })}</span>
        </h2>
        <CardFacts card={first} />
        {unrevealed?.guarantee ? (
          <p className="row small muted">
            <Tag tone="info">{t('countdown.upcoming')}</Tag>
            <span>{t('guarantee.upcoming', { hours: unrevealed.guarantee.hours })}</span>
          </p>
        ) : null}
        <ol className="card-group-list">
          {cards.map((card, at) => (
            <li key={card.id}>{children(card, { number: at + 1, count: cards.length })}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
