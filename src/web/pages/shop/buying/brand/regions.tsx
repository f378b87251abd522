import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import type { Programme } from './choose.ts';

interface Props {
  programmes: Programme[];
  chosen: Programme;
}

/** The programmes of a brand that has several, by region, or by name where a region has more than one. */
export function Regions({ programmes, chosen }: Props) {
  const { t, country } = useI18n();
  if (programmes.length < 2) return null;
  const regionOf = (programme: Programme) =>
    t('brand.region_is', { country: country(programme.country), currency: programme.currency });
  const differ = new Set(programmes.map(regionOf)).size === programmes.length;
  const label = differ ? t('brand.region') : t('card.programme');
  return (
    <nav aria-label={label}>
      <span className="field-label">{label}</span>
      <ul className="chips">
        {programmes.map((programme) => (
          <li key={programme.id}>
            <Link
              to={`?programme_id=${programme.id}`}
              className="chip"
              aria-current={programme.id === chosen.id ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {differ ? regionOf(programme) : programme.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
