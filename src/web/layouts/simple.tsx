import { Outlet } from 'react-router';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { Mark } from '#web/ui/mark.tsx';

export default function Simple() {
  return (
    <main className="simple" id="main" tabIndex={-1}>
      <Mark />
      <Outlet />
      <LanguageSwitch />
    </main>
  );
}
