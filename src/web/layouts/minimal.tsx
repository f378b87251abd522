import { Outlet } from 'react-router';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { Mark } from '#web/ui/mark.tsx';

export default function Minimal() {
  return (
    <main className="minimal" id="main" tabIndex={-1}>
      <div className="minimal-box">
        <p className="wordmark">
          <Mark />
          Facevalue
        </p>
        <Outlet />
        <LanguageSwitch />
      </div>
    </main>
  );
}
