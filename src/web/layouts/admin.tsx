import { href, Outlet, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';
import { sectionsFor } from './admin-sections.ts';
import '#web/styles/office/admin.css';

/** The back office: its own navigation above each of its pages. */
export default function Admin() {
  const { pathname } = useLocation();
  const roles = useRootData()?.user?.roles ?? [];
  const sections = [
    { to: href('/admin'), label: messageKey('admin.overview') },
    ...sectionsFor(roles).map(({ to, label }) => ({ to, label })),
  ];
  const isHere = (to: string) => pathname === to || (to !== href('/admin') && pathname.startsWith(`${to}/`));
  return (
    <>
      <Sections label={messageKey('admin.title')} sections={sections} isHere={isHere} />
      <Outlet />
    </>
  );
}
