import type { Reply } from '#contracts/call.ts';
import type { faqEditor } from '#contracts/content/content.ts';
import type { Kind } from '../editor/kind.ts';
import { scheduled } from '../editor/scheduled.ts';

type FaqText = Reply<typeof faqEditor.getText>['data'];

/** Questions and answers, listed as readers see them. */
export const faqKind: Kind<FaqText> = {
  table: 'faqs',
  audit: 'faq',
  columns: (sql, now) => sql`
    id, topic, question, answer, translations, position, published_at, ends_at, created_at, updated_at,
    ${scheduled.state(sql, now)}`,
  order: (sql) => sql`topic, position, id`,
  per_page: 50,
  moments: scheduled.moments,
  fields: ['topic', 'question', 'answer', 'translations'],
  audited: ({ question, published_at, ends_at }) => ({ question, published_at, ends_at }),
  check: scheduled.check,
};
