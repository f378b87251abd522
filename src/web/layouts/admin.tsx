import { href, Outlet, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';
import { type AdminSection, sectionsFor } from './admin-sections.ts';
import '#web/styles/office/admin.css';

const holds = ({ to, also = [] }: AdminSection, path: string) =>
  [`${to}/`, ...also].some((start) => path.startsWith(start));

/** The back office: its own navigation above each of its pages. */
export default function Admin() {
  const { pathname } = useLocation();
  const roles = useRootData()?.user?.roles ?? [];
  const below = sectionsFor(roles);
  const sections = [{ to: href('/admin'), label: messageKey('admin.overview') }, ...below];
  const isHere = (to: string) =>
    pathname === to || below.some((section) => section.to === to && holds(section, pathname));
  return (
    <>
      <Sections label={messageKey('admin.title')} sections={sections} isHere={isHere} />
      <Outlet />
    </>
  );
}
