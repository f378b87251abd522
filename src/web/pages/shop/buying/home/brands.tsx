import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { BrandTile } from '#web/ui/brand/brand-tile.tsx';
import type { ShownBrand } from '#web/ui/brand/shown-brand.ts';
import { Link } from '#web/ui/navigation/link.tsx';

/** Brands on sale, each with its lowest price and best saving. */
export function Brands({ brands, on_sale }: { brands: ShownBrand[]; on_sale: number }) {
  const { t } = useI18n();
  if (brands.length === 0) return null;
  return (
    <section className="stack">
      <div className="row">
        <h2>{t('home.brands')}</h2>
        <Link className="push small" to={href('/cards')}>
          {t('home.all_cards', { count: on_sale })}
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
