import type { Reply } from '#contracts/call.ts';
import type { faqEditor } from '#contracts/content.ts';
import type { Kind } from '../editor/kind.ts';

type FaqText = Reply<typeof faqEditor.getText>['data'];

/** Questions and answers: published or a draft, listed as readers see them. */
export const faqKind: Kind<FaqText> = {
  table: 'faqs',
  audit: 'faq',
  columns: (sql) => sql`
    id, topic, question, answer, position, published, created_at, updated_at,
    case when published then 'published' else 'draft' end as state`,
  order: (sql) => sql`topic, position, id`,
  per_page: 50,
  moments: [],
  audited: ({ question }) => ({ question }),
};
