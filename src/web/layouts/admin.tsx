import { href, Outlet, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';
import { adminSections } from './admin-sections.ts';
import '#web/styles/office/admin.css';

const sections = [
  { to: href('/admin'), label: messageKey('admin.overview') },
  ...adminSections.map(({ to, label }) => ({ to, label })),
];

/** The back office: its own navigation above each of its pages. */
export default function Admin() {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== href('/admin') && pathname.startsWith(`${to}/`));
  return (
    <>
      <Sections label={messageKey('admin.title')} sections={sections} isHere={isHere} />
      <Outlet />
    </>
  );
}
