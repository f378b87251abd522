import { href, Outlet, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';
import '../styles/account.css';

const sections = [
  { to: href('/user/profile'), label: messageKey('profile.title') },
  { to: href('/user/password'), label: messageKey('password.title') },
  { to: href('/user/security'), label: messageKey('security.title') },
  { to: href('/user/sessions'), label: messageKey('sessions.title') },
  { to: href('/user/notifications'), label: messageKey('settings.title') },
  { to: href('/user/shortcuts'), label: messageKey('shortcuts.title') },
  { to: href('/user/data'), label: messageKey('data.title') },
];

/** The account area: its own navigation above each of its pages. */
export default function Account() {
  const { pathname } = useLocation();
  return (
    <>
      <Sections label={messageKey('account.title')} sections={sections} isHere={(to) => pathname === to} />
      <Outlet />
    </>
  );
}
