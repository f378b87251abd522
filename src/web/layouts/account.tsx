import { Outlet, useLocation } from 'react-router';
import { Sections } from '#web/ui/sections.tsx';
import { word } from '#words/say.ts';
import '../styles/account.css';

const sections = [
  { to: '/user/profile', label: word('profile.title') },
  { to: '/user/password', label: word('password.title') },
  { to: '/user/security', label: word('security.title') },
  { to: '/user/sessions', label: word('sessions.title') },
  { to: '/user/data', label: word('data.title') },
];

/** The account: its own navigation above every page of it. */
export default function Account() {
  const { pathname } = useLocation();
  return (
    <>
      <Sections label={word('account.title')} sections={sections} isHere={(to) => pathname === to} />
      <Outlet />
    </>
  );
}
