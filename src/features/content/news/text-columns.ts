import type { z } from 'zod';
import type { getNewsText } from '#contracts/content/news.ts';
import type { Db } from '#platform/db/client.ts';

export type NewsText = z.output<typeof getNewsText.reply>['data'];

/** Columns of an item for who writes it. */
export const textColumns = (sql: Db, now: Date) => sql`
  id, title, content, published_at, created_at, updated_at,
  case when published_at is null then 'draft' when published_at > ${now} then 'scheduled' else 'published' end as state`;
