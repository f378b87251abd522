import type { MessageKey } from '#i18n/message.ts';

/** A section of the back office: an entry in its navigation and a line on its overview. */
export interface AdminSection {
  to: string;
  label: MessageKey;
  about: MessageKey;
}

/** Shown if src/web/routes.ts has the screen. */
export const adminSections: readonly AdminSection[] = [
  { to: '/admin/approvals', label: 'approvals.title', about: 'approvals.about' },
  { to: '/admin/alerts', label: 'alerts.title', about: 'alerts.about' },
  { to: '/admin/payments', label: 'admin.payments', about: 'admin.payments_about' },
  { to: '/admin/chains', label: 'admin.chains', about: 'admin.chains_about' },
  { to: '/admin/news', label: 'admin.news', about: 'admin.news_about' },
  { to: '/admin/notices', label: 'admin.notices', about: 'admin.notices_about' },
  { to: '/admin/faq', label: 'admin.faq', about: 'admin.faq_about' },
];
