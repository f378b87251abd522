import type { Db, Fragment } from '#platform/db/client.ts';

/** SQL of the ids of a ticket and of those that were merged into it. */
export const withMerged = (sql: Db, id: string): Fragment => sql`
  (select id from tickets where id = ${id} or merged_into = ${id})`;
