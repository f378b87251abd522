import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { type AdminGroup, type AdminSection, type Counts, sectionAt } from './admin-sections.ts';

interface Props {
  /** The first entry, which belongs to no group; who signs in for a seller has none. */
  overview?: { to: string; label: MessageKey } | undefined;
  groups: readonly AdminGroup[];
  waiting: Counts;
  /** The search. */
  children: ReactNode;
}

/** The sections in groups, with what waits in each: beside the page, or behind a button where that is too narrow. */
export function OfficeNav({ overview, groups, waiting, children }: Props) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const here = sectionAt(
    groups.flatMap(({ sections }) => sections),
    pathname,
  );
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [pathname]);
  const entry = ({ to, label, menu = label, waits }: Pick<AdminSection, 'to' | 'label' | 'menu' | 'waits'>) => (
    <li key={to}>
      <Link to={to} aria-current={to === (here?.to ?? pathname) ? 'page' : undefined}>
        {t(menu)}
        {waits ? <Count of={waiting[waits] ?? 0} /> : null}
      </Link>
    </li>
  );
  return (
    <nav ref={nav} className="office-nav" aria-label={t('admin.title')}>
      <a className="skip" href="#office">
        {t('admin.skip')}
      </a>
      {/* Opening a page closes it. */}
      <details className="office-toggle" key={pathname}>
        <summary>
          <Icon name="menu" size={18} />
          {t('admin.menu', { section: t(here?.label ?? overview?.label ?? 'admin.title') })}
        </summary>
      </details>
      <div className="office-search">{children}</div>
      <div className="office-groups">
        {overview ? <ul>{entry(overview)}</ul> : null}
        {groups.map(({ label, sections }) => (
          <div key={label}>
            <p id={label}>{t(label)}</p>
            <ul aria-labelledby={label}>{sections.map(entry)}</ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** Scrolls the menu itself, where it is higher than the window; never the page. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current="page"]');
  if (!nav || !current) return;
  const [around, own] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  if (own.top < around.top || own.bottom > around.bottom)
    nav.scrollTop += own.top - around.top - (around.height - own.height) / 2;
}

/** Counted up to 100. */
function Count({ of }: { of: number }) {
  const { t, number } = useI18n();
  if (of === 0) return null;
  return (
    <span className="badge">
      {of > 99 ? '99+' : number(of)}
      <span className="visually-hidden"> {t('admin.waiting')}</span>
    </span>
  );
}
