import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../feature.ts';

const PAGES: Record<string, (id: string) => string> = {
  news: (id) => pagePath('/admin/news/:id', { id }),
  notices: (id) => pagePath('/admin/notices/:id', { id }),
  faqs: (id) => pagePath('/admin/faq/:id', { id }),
  legal_texts: (id) => pagePath('/admin/legal/:id', { id }),
};

/** Publishing a text that the import guard isn't sure about. The facts name it by its digest, and when it is to show. */
export const publicationKind: ProposalKind = {
  name: 'content.publication',
  label: ({ table }) => message('approvals.publication', { table: String(table) }),
  link: (id, { table }) => PAGES[String(table)]!(id),
  duty: 'publisher',
  own: messageKey('content.held_four_eyes'),
};
