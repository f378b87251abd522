import type { WordKey } from '#words/say.ts';

/** A part of the back office: an entry of its navigation, and a line of its first page. */
export interface AdminSection {
  to: string;
  label: WordKey;
  about: WordKey;
}

/** Shown where src/web/routes.ts has the screen. */
export const adminSections: readonly AdminSection[] = [
  { to: '/admin/news', label: 'admin.news', about: 'admin.news_about' },
  { to: '/admin/notices', label: 'admin.notices', about: 'admin.notices_about' },
  { to: '/admin/faq', label: 'admin.faq', about: 'admin.faq_about' },
];
