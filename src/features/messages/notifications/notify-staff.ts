import type { Db } from '#platform/db/client.ts';
import { type Notification, notify } from './notify.ts';

/** Notifies everybody who has one of these duties, except the one who caused it. */
export async function notifyStaff(
  sql: Db,
  duties: readonly string[],
  but: string,
  notification: Notification,
): Promise<void> {
  const staff = await sql<{ id: string }[]>`
    select id from staff_on_duty where duties && ${[...duties]}::text[] and id <> ${but}
    order by id`;
  for (const { id } of staff) await notify(sql, id, notification);
}
