import type { Funds } from '#contracts/shapes.ts';
import type { CartItem } from '#contracts/shop/cart.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { cardThemeOf } from '#web/ui/card/card-theme.ts';
import type { cardThemesOf } from '#web/ui/card/card-themes.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';

interface Props {
  items: CartItem[];
  /** How many fewer there are than were asked for. */
  short_of: number;
  themes: ReturnType<typeof cardThemesOf>;
  funds: Funds | null;
  not_in: string | undefined;
}

/** The cards of a purchase sheet under the face of the first: value, price, and what a buyer must know before. */
export function QuotedCards({ items, short_of, themes, funds, not_in }: Props) {
  const { t, face, country } = useI18n();
  const [first] = items;
  if (!first) return null;
  return (
    <section className="panel quoted" aria-label={first.programme.name}>
      <CardFace {...first} programme={first.programme.name} theme={cardThemeOf(themes, first.programme.id)} />
      <div className="stack">
        {short_of ? <Alert tone="warn">{t('buy.fewer', { count: items.length })}</Alert> : null}
        <ul>
          {items.map((item) => (
            <li key={item.id} className="quoted-line" data-status={item.status}>
              <span>
                <strong>{item.programme.name}</strong> {face(item.face_cents, item.currency)}
              </span>
              <Money cents={item.price_cents} />
              {item.status === 'available' ? null : <Tag tone="bad">{t(`cart.${item.status}_tag`)}</Tag>}
              {item.status === 'available' && item.expires_on && item.ends_soon ? (
                <Tag tone="warn">{t('card.ends_soon', { day: { at: item.expires_on, day: true } })}</Tag>
              ) : null}
            </li>
          ))}
        </ul>
        <p className="muted small">
          {first.level}, {country(first.country)}
        </p>
        <FundsTerms funds={funds} currency={first.currency} />
        {not_in ? <Tag tone="warn">{t('card.not_in_country', { country: country(not_in) })}</Tag> : null}
      </div>
    </section>
  );
}
