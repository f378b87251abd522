import { useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import type { Queue } from '#web/router/use-queue.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { type AdminSection, sectionAt } from './admin-sections.ts';

interface Props {
  sections: readonly AdminSection[];
  /** The list beside the page, as it was left: it is the way back then. */
  queue: Queue | null;
}

/** Above a page that is reached through its section: the way back there. The page itself is its heading. */
export function Crumbs({ sections, queue }: Props) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { back } = useShortcutKeys();
  if (queue) {
    return (
      <nav className="crumbs" aria-label={t('admin.crumbs')}>
        <Link to={queue.list} aria-keyshortcuts={back}>
          {t(`queue.${queue.name}`)}
        </Link>
      </nav>
    );
  }
  const section = sectionAt(sections, pathname);
  if (!section || section.to === pathname) return null;
  return (
    <nav className="crumbs" aria-label={t('admin.crumbs')}>
      <Link to={section.to}>{t(section.label)}</Link>
    </nav>
  );
}
