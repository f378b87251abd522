import { Outlet } from 'react-router';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { LiveNote } from '#web/ui/live-note.tsx';
import { Navbar } from '#web/ui/navbar.tsx';
import { RouteError } from '#web/ui/route-error.tsx';

export default function Default() {
  return (
    <>
      <Navbar />
      <main className="container" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <LiveNote />
      <footer className="footer">
        <LanguageSwitch />
      </footer>
    </>
  );
}

/** An error of a page leaves the menu where it is. */
export function ErrorBoundary() {
  return (
    <>
      <Navbar />
      <RouteError />
    </>
  );
}
