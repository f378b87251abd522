import type { TextSource } from '../feature.ts';

const TABLES = {
  news: ['title', 'content'],
  notices: ['title', 'content'],
  faqs: ['topic', 'question', 'answer'],
  legal_texts: ['content'],
} as const;

/** What publishers wrote, with its translations: readers may be reading it, so a publisher decides what becomes of it. */
export const contentSources: TextSource[] = Object.entries(TABLES).map(([table, columns]) => ({
  name: table,
  read: (sql, { after, limit }) => sql<{ id: string; text: string }[]>`
    select id, left(concat_ws(E'\\n',
      ${columns.map((column) => sql`${sql(column)}, `)}
      ${table === 'legal_texts' ? sql`null` : sql`translations::text`}), 40000) as text
    from ${sql(table)} where ${after}::uuid is null or id > ${after} order by id limit ${limit}`,
}));
