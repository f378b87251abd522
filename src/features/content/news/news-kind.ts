import type { Reply } from '#contracts/call.ts';
import type { newsEditor } from '#contracts/content.ts';
import type { Kind } from '../editor/kind.ts';

type NewsText = Reply<typeof newsEditor.getText>['data'];

/** News: a draft without a time of publication, scheduled until it comes. In the list, drafts stand first. */
export const newsKind: Kind<NewsText> = {
  table: 'news',
  audit: 'news',
  columns: (sql, now) => sql`
    id, title, content, published_at, created_at, updated_at,
    case when published_at is null then 'draft' when published_at > ${now} then 'scheduled'
      else 'published' end as state`,
  order: (sql) => sql`published_at desc nulls first, id desc`,
  per_page: 20,
  moments: ['published_at'],
  audited: ({ title, published_at }) => ({ title, published_at }),
};
