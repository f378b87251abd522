import { useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { type AdminSection, sectionAt } from './admin-sections.ts';

/** Above a page that is reached through its section: the way back there. The page itself is its heading. */
export function Crumbs({ sections }: { sections: readonly AdminSection[] }) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const section = sectionAt(sections, pathname);
  if (!section || section.to === pathname) return null;
  return (
    <nav className="crumbs" aria-label={t('admin.crumbs')}>
      <Link to={section.to}>{t(section.label)}</Link>
    </nav>
  );
}
