import type { Reply } from '#contracts/call.ts';
import type { legalEditor } from '#contracts/content/content.ts';
import type { Kind } from '../editor/kind.ts';

type LegalText = Reply<typeof legalEditor.getText>['data'];

/** Terms, privacy, imprint and accessibility: each row is a version in one language, in force from its publication to the next. */
export const legalKind: Kind<LegalText> = {
  table: 'legal_texts',
  audit: 'legal',
  columns: (sql, now) => sql`
    id, kind, locale, content, published_at, created_at, updated_at,
    case when published_at is null then 'draft' when published_at > ${now} then 'scheduled'
      else 'published' end as state`,
  order: (sql) => sql`published_at desc nulls first, id desc`,
  per_page: 20,
  moments: ['published_at'],
  fields: ['kind', 'locale', 'content'],
  final: true,
  audited: ({ kind, locale, published_at }) => ({ kind, locale, published_at }),
};
