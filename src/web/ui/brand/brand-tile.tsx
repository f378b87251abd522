import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Face } from '#web/ui/card/card-face.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import type { ShownBrand } from './shown-brand.ts';
import { valueRange } from './value-range.ts';
import '#web/styles/brands.css';

/** A brand as a face that leads to its page, with its values, lowest price and best saving. */
export function BrandTile({ brand }: { brand: ShownBrand }) {
  const { t, country, face, money } = useI18n();
  const { slug, name, theme, countries, categories, values, price_from_cents, best_discount_bp, on_sale } = brand;
  const range = valueRange(values);
  const percent = Math.round(best_discount_bp / 100);
  const [only = '', ...others] = countries;
  const where = others.length ? t('brand.countries', { count: countries.length }) : country(only);
  const span =
    range && range.low < range.high
      ? t('brand.range', { from: face(range.low, range.currency), to: face(range.high, range.currency) })
      : range && face(range.low, range.currency);
  return (
    <li className="brand-tile" data-sold-out={on_sale ? undefined : ''}>
      <Link to={href('/brands/:slug', { slug })}>
        <span aria-hidden="true">
          <Face programme={name} theme={theme} value={span ?? ''} country={where} />
        </span>
        <strong>{name}</strong>
        <span className="brand-price">
          {price_from_cents === null ? t('brand.sold_out') : t('home.from', { price: money(price_from_cents) })}
          {on_sale && percent > 0 ? <span className="discount">{t('brand.up_to', { percent })}</span> : null}
        </span>
        <span className="visually-hidden">{span}</span>
        <span className="brand-kind">{[...categories, where].join(' · ')}</span>
        {on_sale && !brand.can_buy ? <Tag tone="warn">{t('brand.over_limits')}</Tag> : null}
      </Link>
    </li>
  );
}
