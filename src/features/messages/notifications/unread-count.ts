import type { Db } from '#platform/db/client.ts';

/** SQL for the number of a user's unread notifications, capped at 100. */
export const unreadCount = (sql: Db, user_id: ReturnType<Db>) => sql`(
  select count(*) from (
    select from notifications where user_id = ${user_id} and read_at is null limit 100
  ) unread)`;
