import { Outlet } from 'react-router';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';
import { LegalLinks } from '#web/ui/navigation/legal-links.tsx';
import { ThemeSwitch } from '#web/ui/navigation/switches/theme-switch.tsx';

export default function Minimal() {
  const rootData = useRootData();
  return (
    <main className="minimal" id="main" tabIndex={-1}>
      <div className="minimal-box">
        <p className="wordmark">
          <Wordmark />
        </p>
        <Outlet />
        <LegalLinks />
        <LanguageSwitch />
        {rootData?.user ? null : <ThemeSwitch />}
      </div>
    </main>
  );
}
