import { href } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';

/** A section of the back office: an entry in its navigation and a line on its overview. */
export interface AdminSection {
  to: string;
  /** The duty that its pages take; any admin where it is absent. */
  duty?: 'publisher';
  /** Where paths of its pages begin that don't lie below its own. */
  also?: readonly string[];
  label: MessageKey;
  about: MessageKey;
}

const adminSections: readonly AdminSection[] = [
  {
    to: href('/admin/approvals'),
    label: 'approvals.title',
    about: 'approvals.about',
  },
  { to: href('/admin/programmes'), label: 'programmes.title', about: 'programmes.about' },
  { to: href('/admin/alerts'), label: 'alerts.title', about: 'alerts.about' },
  { to: href('/admin/payments'), label: 'admin.payments', about: 'admin.payments_about' },
  {
    to: href('/admin/chains'),
    also: [href('/admin/unclaimed-deposits/:id', { id: '' })],
    label: 'admin.chains',
    about: 'admin.chains_about',
  },
  { to: href('/admin/staff'), label: 'staff.title', about: 'staff.about' },
  { to: href('/admin/news'), duty: 'publisher', label: 'admin.news', about: 'admin.news_about' },
  { to: href('/admin/notices'), duty: 'publisher', label: 'admin.notices', about: 'admin.notices_about' },
  { to: href('/admin/faq'), duty: 'publisher', label: 'admin.faq', about: 'admin.faq_about' },
];

/** The sections that a user's roles open. */
export const sectionsFor = (roles: readonly string[]): readonly AdminSection[] =>
  adminSections.filter(({ duty }) => !duty || roles.includes(duty));
