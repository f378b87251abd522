import type { Db } from '#platform/db/client.ts';

/** SQL for the notices that show at a moment. */
export const showing = (sql: Db, now: Date) => sql`n.starts_at <= ${now} and (n.ends_at is null or n.ends_at > ${now})`;

/** SQL for those that a user has closed. */
export const seenBy = (sql: Db, user_id: string) => sql`
  exists (select from notice_readings r where r.notice_id = n.id and r.user_id = ${user_id})`;
