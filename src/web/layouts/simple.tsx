import { href, Outlet, useLocation } from 'react-router';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { BottomBar } from '#web/ui/navigation/bottom-bar.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';
import { LegalLinks } from '#web/ui/navigation/legal-links.tsx';
import { Navbar } from '#web/ui/navigation/navbar.tsx';
import { ThemeSwitch } from '#web/ui/navigation/switches/theme-switch.tsx';

const withMenu = [href('/terms'), href('/privacy'), href('/imprint'), href('/accessibility'), href('/proof')];

/** Pages without an account; whoever has one keeps the menu where pages belong to both. */
export default function Simple() {
  const { pathname } = useLocation();
  const hasMenu = withMenu.some((path) => path === pathname);
  const user = useRootData()?.user;
  return (
    <>
      {hasMenu ? <Navbar /> : null}
      <main className="simple" id="main" tabIndex={-1}>
        <p className="wordmark">
          <Wordmark />
        </p>
        <Outlet />
        <LegalLinks />
        <LanguageSwitch />
        {user ? null : <ThemeSwitch />}
      </main>
      {hasMenu ? <BottomBar /> : null}
    </>
  );
}
