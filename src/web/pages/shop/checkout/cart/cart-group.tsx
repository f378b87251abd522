import { href } from 'react-router';
import type { Funds } from '#contracts/shapes.ts';
import type { CartItem } from '#contracts/shop/cart.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import type { CardTheme } from '#web/ui/card/card-theme.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { CartLine } from './cart-line.tsx';
import type { Removed } from './undo-remove.tsx';

interface Props {
  items: CartItem[];
  theme: CardTheme;
  funds: Funds | null;
  /** The slug of its brand, if anything of it is still on sale. */
  brand: string | undefined;
  /** The buyer's country, if the cards can't be redeemed there. */
  not_in: string | undefined;
  /** The ids in the cart, without those that are being removed. */
  cart_ids: readonly string[];
  onRemoved: (removed: Removed) => void;
}

/** The cards of one brand and value under one face, each on its own line. */
export function CartGroup({ items, theme, funds, brand, not_in, cart_ids, onRemoved }: Props) {
  const { t, country, face } = useI18n();
  const first = items[0]!;
  const name = first.programme.name;
  const here = items.filter(({ id }) => cart_ids.includes(id));
  const buyable = here.filter(({ status }) => status === 'available');
  const single = items.length === 1;
  return (
    <li
      className="cart-group"
      hidden={!here.length}
      data-single={single || undefined}
      data-sold={buyable.length ? undefined : true}
    >
      <CardFace {...first} programme={name} theme={theme} />
      <div>
        <h2>
          {brand ? <Link to={href('/brands/:slug', { slug: brand })}>{name}</Link> : name}{' '}
          <span className="money">{face(first.face_cents, first.currency)}</span>
        </h2>
        <p className="muted small">
          {first.level}, {country(first.country)}
        </p>
        <FundsTerms funds={funds} currency={first.currency} />
        {not_in ? <Tag tone="warn">{t('card.not_in_country', { country: country(not_in) })}</Tag> : null}
        {single ? null : (
          <p className="small">
            {t('cart.group', {
              count: buyable.length,
              total: { cents: buyable.reduce((sum, { price_cents }) => sum + price_cents, 0) },
            })}
          </p>
        )}
      </div>
      <ul>
        {items.map((item, index) => (
          <CartLine
            key={item.id}
            item={item}
            gone={!cart_ids.includes(item.id)}
            label={single ? t('cart.remove', { name }) : t('cart.remove_one', { name, number: index + 1 })}
            onRemoved={onRemoved}
          >
            {single ? null : t('cart.one_of', { number: index + 1, count: items.length })}
          </CartLine>
        ))}
      </ul>
    </li>
  );
}
