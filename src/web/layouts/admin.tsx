import { Outlet, useLocation } from 'react-router';
import { adminSections } from '#web/admin-sections.ts';
import { hasScreen } from '#web/routes.ts';
import { Sections } from '#web/ui/sections.tsx';
import { word } from '#words/say.ts';
import '../styles/admin.css';

const sections = [
  { to: '/admin', label: word('admin.overview') },
  ...adminSections.filter(({ to }) => hasScreen(to)).map(({ to, label }) => ({ to, label })),
];

/** The back office: its own navigation above every page of it. */
export default function Admin() {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
  return (
    <>
      <Sections label={word('admin.title')} sections={sections} isHere={isHere} />
      <Outlet />
    </>
  );
}
