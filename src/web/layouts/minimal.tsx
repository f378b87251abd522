import { Outlet } from 'react-router';
import { Mark } from '#web/ui/display/mark.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';

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
