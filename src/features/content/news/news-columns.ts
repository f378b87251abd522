import type { Db } from '#platform/db/client.ts';

export interface NewsRow {
  id: string;
  title: string;
  content: string;
  published_at: string;
  unread: boolean;
}

/** Columns of an item for its reader. What was there before the account was made is not called unread. */
export const newsColumns = (sql: Db, user_id: string) => sql`
  id, title, content, published_at, published_at > coalesce(
    (select read_at from news_readings where user_id = ${user_id}),
    (select created_at from users where id = ${user_id})) as unread`;
