import { href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { loginPath, registerPath } from '#web/server/safe-redirect.ts';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { Link } from './link.tsx';

/** The head of a page that the operator shows to visitors: the shop, and the ways into it. */
export function VisitorBar() {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <header className="navbar">
      <div className="navbar-inner">
        <Link className="wordmark" to={href('/cards')}>
          <Wordmark />
        </Link>
        <nav className="nav-end" aria-label={t('nav.main')}>
          <Link className="nav-entry" to={loginPath(pathname + search)}>
            {t('login.submit')}
          </Link>
          <Link className="button" data-size="small" to={registerPath(pathname + search)}>
            {t('register.submit')}
          </Link>
        </nav>
      </div>
    </header>
  );
}
