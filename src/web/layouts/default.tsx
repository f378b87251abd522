import { Outlet } from 'react-router';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { Navbar } from '#web/ui/navbar.tsx';

export default function Default() {
  return (
    <>
      <Navbar />
      <main className="container" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="footer">
        <LanguageSwitch />
      </footer>
    </>
  );
}
