import { useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export interface FilterChip {
  /** The URL parameters of the filter; a range has two. */
  names: readonly string[];
  text: string;
}

const places = ['page', 'cursor'];

/** The active filters of a list as links: each removes its own filter, the last one all of them. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  if (!chips.length) return null;
  const without = (names: readonly string[]) => {
    const rest = new URLSearchParams(search);
    for (const name of [...places, ...names]) rest.delete(name);
    return `${pathname}?${rest}`;
  };
  return (
    <ul className="chips" aria-label={t('filters.active')}>
      {chips.map(({ names, text }) => (
        <li key={names.join()}>
          <Link to={without(names)} className="chip" preventScrollReset>
            <span className="visually-hidden">{t('filters.remove')} </span>
            {text}
            <Icon name="cross" size={14} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={without(chips.flatMap(({ names }) => names))} preventScrollReset>
          {t('filters.clear')}
        </Link>
      </li>
    </ul>
  );
}
