import { Outlet, useLocation } from 'react-router';
import { adminSections } from '#web/admin-sections.ts';
import { useWords } from '#web/live/use-words.ts';
import { hasScreen } from '#web/routes.ts';
import { Link } from '#web/ui/link.tsx';
import '../styles/admin.css';
import '../styles/sections.css';

/** The back office: its own navigation above every page of it. */
export default function Admin() {
  const { t } = useWords();
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <>
      <nav className="sections" aria-label={t('admin.title')}>
        <Link to="/admin" aria-current={pathname === '/admin' ? 'page' : undefined}>
          {t('admin.overview')}
        </Link>
        {adminSections
          .filter(({ to }) => hasScreen(to))
          .map(({ to, label }) => (
            <Link key={to} to={to} aria-current={isHere(to) ? 'page' : undefined}>
              {t(label)}
            </Link>
          ))}
      </nav>
      <Outlet />
    </>
  );
}
