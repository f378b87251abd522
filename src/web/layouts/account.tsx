import { Outlet, useLocation } from 'react-router';
import { useWords } from '#web/live/use-words.ts';
import { Link } from '#web/ui/link.tsx';
import { word } from '#words/say.ts';
import '../styles/account.css';
import '../styles/sections.css';

const sections = [
  { to: '/user/profile', label: word('profile.title') },
  { to: '/user/password', label: word('password.title') },
  { to: '/user/security', label: word('security.title') },
  { to: '/user/sessions', label: word('sessions.title') },
  { to: '/user/data', label: word('data.title') },
];

/** The account: its own navigation above every page of it. */
export default function Account() {
  const { t } = useWords();
  const { pathname } = useLocation();
  return (
    <>
      <nav className="sections" aria-label={t('account.title')}>
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
