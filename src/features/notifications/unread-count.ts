import type { Db } from '#platform/db/client.ts';

/** SQL for how many notifications a user has not read, counted to 100. */
export const unreadCount = (sql: Db, userId: ReturnType<Db>) => sql`(
  select count(*) from (
    select from notifications where user_id = ${userId} and read_at is null limit 100
  ) unread)`;
