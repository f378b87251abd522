import type { Reply } from '#contracts/call.ts';
import type { newsEditor } from '#contracts/content/content.ts';
import type { Kind } from '../editor/kind.ts';
import { scheduled } from '../editor/scheduled.ts';

type NewsText = Reply<typeof newsEditor.getText>['data'];

/** News: a draft without a time of publication, scheduled until it comes; without an end they stay. In the list, drafts stand first. */
export const newsKind: Kind<NewsText> = {
  table: 'news',
  audit: 'news',
  columns: (sql, now) => sql`
    id, title, content, translations, published_at, ends_at, created_at, updated_at, ${scheduled.state(sql, now)}`,
  order: (sql) => sql`published_at desc nulls first, id desc`,
  per_page: 20,
  moments: scheduled.moments,
  fields: ['title', 'content', 'translations'],
  audited: ({ title, published_at, ends_at }) => ({ title, published_at, ends_at }),
  check: scheduled.check,
};
