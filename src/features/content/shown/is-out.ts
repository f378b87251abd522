import type { Db, Fragment } from '#platform/db/client.ts';

/** SQL for the news and questions that readers see at a moment. */
export const isOut = (sql: Db, now: Date): Fragment =>
  sql`published_at <= ${now} and (ends_at is null or ends_at > ${now})`;
