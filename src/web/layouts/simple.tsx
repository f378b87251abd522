import { Outlet } from 'react-router';
import { Mark } from '#web/ui/display/mark.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';

export default function Simple() {
  return (
    <main className="simple" id="main" tabIndex={-1}>
      <Mark />
      <Outlet />
      <LanguageSwitch />
    </main>
  );
}
