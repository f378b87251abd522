import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { BrandTile } from '#web/ui/brand/brand-tile.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import type { WhatNext } from './what-next.ts';

/** Leads on from a credited payment: to one place where somebody was before, else to brands. */
export function GoShopping({ next }: { next: WhatNext }) {
  const { t } = useI18n();
  const { in_cart, return_path, brands } = next;
  if (in_cart) return <ButtonLink to={href('/cart')}>{t('payment.to_cart', { count: in_cart })}</ButtonLink>;
  if (return_path) return <ButtonLink to={return_path}>{t('activation.go_on')}</ButtonLink>;
  if (!brands.length) return <ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>;
  return (
    <section className="stack" aria-labelledby="next">
      <div className="row">
        <h2 id="next">{t('payment.shop_now')}</h2>
        <Link className="push small" to={href('/cards')}>
          {t('cards.browse')}
        </Link>
      </div>
      <ul className="brand-tiles">
        {brands.map((brand) => (
          <BrandTile key={brand.slug} brand={brand} />
        ))}
      </ul>
    </section>
  );
}
