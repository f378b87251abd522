import type { Tx } from '#platform/db/client.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

/** Has open pages read a check again: those of whoever asked, or else of whoever imported its cards. */
export async function publishCheck(sql: Tx, check_id: string): Promise<void> {
  const [check] = await sql<{ batch_id: string; user_id: string }[]>`
    select i.batch_id, coalesce(i.asked_by, b.imported_by, b.created_by) as user_id
    from issuer_checks i join batches b on b.id = i.batch_id where i.id = ${check_id}`;
  if (check) await publishUserEvent(sql, check.user_id, 'issuer-check', { id: check.batch_id });
}
