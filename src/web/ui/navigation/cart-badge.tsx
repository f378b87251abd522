import { useI18n } from '#web/i18n/use-i18n.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';

/** How many items are in the cart; nothing if it is empty. */
export function CartBadge() {
  const { t } = useI18n();
  const count = useCartIds().length;
  return count ? (
    <span className="badge">
      {count}
      <span className="visually-hidden"> {t('nav.in_cart')}</span>
    </span>
  ) : null;
}
